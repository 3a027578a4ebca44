"""Stand-ins for the servers of language models: OpenAI's and Anthropic's shapes, faults included."""

from curate.standins.models.server import Answers, Fault, StandIn, serve

__all__ = ["Answers", "Fault", "StandIn", "serve"]
