"""What turns kernels into answers: iterative deepening, distances, MultiPV, threads, results."""
