"""The Leans that can be asked, and what they answer."""
