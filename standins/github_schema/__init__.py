"""A second GitHub on 127.0.0.1, whose resolvers are generated from GitHub's own schema."""
