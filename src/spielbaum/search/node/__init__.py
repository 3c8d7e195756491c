"""What happens at one node: hooks and their options, the order of actions, cutoffs, quiescence, repetition."""
