"""A whole run over one draft, from reading it to its record."""
