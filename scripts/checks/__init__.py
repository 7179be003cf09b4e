"""Holds what the documents, schemas, examples and clients say to an installed layout; scripts/check runs it."""
