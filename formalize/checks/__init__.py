"""What the kernel decides about a statement that elaborates."""
