"""Stand-ins for GitHub, the Hub, an upstream and a model server, faults included; used by the demo and the tests."""
