"""The banks of constructions, one module a theme. They know no ruleset: nouns and modifiers come from outside."""
