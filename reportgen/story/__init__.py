"""The story of a battle: from a log to a report in words, tables and map pictures."""

from reportgen.story.model import Report
from reportgen.story.report import report

__all__ = ["Report", "report"]
