"""From a request to a result: iterative deepening, threads, limits, MultiPV, perft."""
