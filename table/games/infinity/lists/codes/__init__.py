"""Army codes of the publisher's builder: base64 over small integers. They carry ids and no names."""
