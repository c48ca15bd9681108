"""pygame: a published view in, a picture out."""
