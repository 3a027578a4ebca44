"""GitHub's timeline items that a decision rests on, and what we call them."""

EVENT_KINDS = {
    "ClosedEvent": "closed",
    "MergedEvent": "merged",
    "ReopenedEvent": "reopened",
    "LabeledEvent": "labeled",
    "UnlabeledEvent": "unlabeled",
    "HeadRefForcePushedEvent": "force_pushed",
    "RenamedTitleEvent": "renamed",
    "BaseRefChangedEvent": "base_changed",
    "ReadyForReviewEvent": "ready_for_review",
    "ConvertToDraftEvent": "convert_to_draft",
}
"""From `__typename` to `Event.kind`."""
