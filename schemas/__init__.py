"""What a record is. Imports nothing else of ours."""
