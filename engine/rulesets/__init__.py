"""The rulesets: one folder each, none of which knows another; ``registry`` lists them."""
