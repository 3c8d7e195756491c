// The rival: alpha-beta without a table on Connect Four 7x6, written by hand in C++ as one would for this game alone.
// Same rules, same evaluation ("lines"), same order of columns, same counting of nodes as `spielbaum analyze connect-four`.
// Usage: connect_four_alpha_beta DEPTH [REPEATS]; prints "depth nodes seconds" of the fastest repeat.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

using Bits = uint64_t;
constexpr int W = 7, H = 6, H1 = H + 1;
constexpr double INF = std::numeric_limits<double>::infinity();
Bits FULL = 0, PLANES[4];
int64_t nodes = 0;

static bool four(Bits s) {
    Bits m = s & s >> 1;
    if (m & m >> 2) return true;
    m = s & s >> H;
    if (m & m >> 2 * H) return true;
    m = s & s >> H1;
    if (m & m >> 2 * H1) return true;
    m = s & s >> (H + 2);
    return m & m >> 2 * (H + 2);
}

static double lines(Bits own, Bits theirs) {
    int points = 0;
    for (int k = 0; k < 4; k++) points += (__builtin_popcountll(own & PLANES[k]) - __builtin_popcountll(theirs & PLANES[k])) << k;
    return points;
}

static double alpha_beta(Bits own, Bits all, double alpha, double beta, int depth, bool root) {
    nodes++;
    Bits theirs = own ^ all;
    if (four(theirs)) return -1000.0 * ((W * H + 2 - __builtin_popcountll(all)) / 2);
    if (all == FULL) return 0;
    if (depth == 0) return lines(own, theirs);
    int columns[W], ranks[W], n = 0;
    for (int column = 0; column < W; column++) {
        if (all & Bits(1) << (column * H1 + H - 1)) continue;
        int rank = root ? 0 : -std::abs(2 * column - W + 1), i = n++;
        for (; i > 0 && ranks[i - 1] < rank; i--) ranks[i] = ranks[i - 1], columns[i] = columns[i - 1];
        ranks[i] = rank, columns[i] = column;
    }
    double best = -INF;
    for (int i = 0; i < n && best < beta; i++) {
        Bits next = all | (all + (Bits(1) << columns[i] * H1));
        best = std::max(best, -alpha_beta(theirs, next, -beta, -std::max(alpha, best), depth - 1, false));
    }
    return best;
}

int main(int argc, char** argv) {
    int depth = argc > 1 ? std::atoi(argv[1]) : 12, repeats = argc > 2 ? std::atoi(argv[2]) : 5;
    int counts[W][H] = {};
    for (int c = 0; c < W; c++)
        for (int r = 0; r < H; r++) {
            FULL |= Bits(1) << (c * H1 + r);
            for (auto [dc, dr] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
                int ec = c + 3 * dc, er = r + 3 * dr;
                if (ec >= 0 && ec < W && er >= 0 && er < H)
                    for (int i = 0; i < 4; i++) counts[c + i * dc][r + i * dr]++;
            }
        }
    for (int c = 0; c < W; c++)
        for (int r = 0; r < H; r++)
            for (int k = 0; k < 4; k++)
                if (counts[c][r] >> k & 1) PLANES[k] |= Bits(1) << (c * H1 + r);
    double fastest = INF;
    for (int i = 0; i < repeats; i++) {
        nodes = 0;
        auto start = std::chrono::steady_clock::now();
        volatile double value = alpha_beta(0, 0, -INF, INF, depth, true);
        (void)value;
        fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("%d %lld %.6f\n", depth, (long long)nodes, fastest);
}
