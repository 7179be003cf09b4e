"""Holds what the documents, schemas, examples and clients say to an installed layout; scripts/test check runs it."""
