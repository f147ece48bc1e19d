"""What the product costs, and how well its automatic commander plays: `python -m benchmarks`."""
