"""The table's end: an outbox on the disk that keeps each event until the hall has it. It knows no secret."""
