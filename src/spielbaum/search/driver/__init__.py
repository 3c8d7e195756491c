"""From one question to an answer: iterative deepening, threads, limits, results, several lines, perft."""
