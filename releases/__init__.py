"""A built dataset becomes a checked, versioned release on the Hub."""
