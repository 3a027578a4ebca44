"""Stand-ins for the servers of language models: OpenAI's and Anthropic's shapes, faults included."""

from curate.standins.models.server import Answers, Calls, Fault, StandIn, serve

__all__ = ["Answers", "Calls", "Fault", "StandIn", "serve"]
