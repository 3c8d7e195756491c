// Connect Four solved as tutorials do it, by hand for this one game: bit boards, no losing moves, moves in the order of
// the threats they make, a table of bounds, null windows that halve the range of scores. A rival for `spielbaum solve`.
//
// Usage: connect_four_solver LOG2_ENTRIES FILE; each line of FILE is the columns played and the score.
// Prints "positions wrong nodes seconds", seconds of processor time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using u64 = uint64_t;
constexpr int SQUARES = 42, LEAST = -SQUARES / 2 + 3, MOST = (SQUARES + 1) / 2 - 3;
constexpr int CENTRE_FIRST[7] = {3, 2, 4, 1, 5, 0, 6};

constexpr u64 feet() {
    u64 bits = 0;
    for (int column = 0; column < 7; column++) bits |= 1ull << (7 * column);
    return bits;
}
constexpr u64 FEET = feet(), BOARD = FEET * 63;
constexpr u64 column_mask(int column) { return 63ull << (7 * column); }

struct Position {
    u64 own = 0, occupied = 0;
    int stones = 0;
    void play(int column) {
        own ^= occupied;
        occupied |= occupied + (1ull << (7 * column));
        stones++;
    }
};

u64 winning_squares(u64 stones, u64 occupied) {
    u64 wins = (stones << 1) & (stones << 2) & (stones << 3);
    for (int step : {6, 7, 8}) {
        u64 pairs = (stones << step) & (stones << 2 * step);
        wins |= pairs & ((stones << 3 * step) | (stones >> step));
        pairs = (stones >> step) & (stones >> 2 * step);
        wins |= pairs & ((stones >> 3 * step) | (stones << step));
    }
    return wins & (BOARD ^ occupied);
}

u64 nodes;
std::vector<uint32_t> keys;
std::vector<uint8_t> bounds;  // 0 nothing, then upper bounds, then lower ones

int negamax(u64 own, u64 occupied, int stones, int alpha, int beta) {
    nodes++;
    u64 theirs = own ^ occupied, free = (occupied + FEET) & BOARD;
    u64 threats = winning_squares(theirs, occupied), forced = free & threats;
    if (forced & (forced - 1)) return -(SQUARES - stones) / 2;
    if (forced) free = forced;
    free &= ~(threats >> 1);
    if (!free) return -(SQUARES - stones) / 2;
    if (stones >= SQUARES - 2) return 0;
    int low = -(SQUARES - 2 - stones) / 2, high = (SQUARES - 1 - stones) / 2;
    if (alpha < low && (alpha = low) >= beta) return alpha;
    if (beta > high && alpha >= (beta = high)) return beta;
    u64 key = own + occupied, place = key % keys.size();
    if (keys[place] == (uint32_t)key && bounds[place]) {
        int bound = bounds[place];
        if (bound > MOST - LEAST + 1) {
            low = bound + 2 * LEAST - MOST - 2;
            if (alpha < low && (alpha = low) >= beta) return alpha;
        } else {
            high = bound + LEAST - 1;
            if (beta > high && alpha >= (beta = high)) return beta;
        }
    }
    u64 moves[7];
    int scores[7], count = 0;
    for (int i = 6; i >= 0; i--) {
        u64 move = free & column_mask(CENTRE_FIRST[i]);
        if (!move) continue;
        int score = __builtin_popcountll(winning_squares(own | move, occupied)), at = count++;
        for (; at && scores[at - 1] > score; at--) scores[at] = scores[at - 1], moves[at] = moves[at - 1];
        scores[at] = score, moves[at] = move;
    }
    while (count--) {
        int score = -negamax(theirs, occupied | moves[count], stones + 1, -beta, -alpha);
        if (score >= beta) {
            keys[place] = (uint32_t)key, bounds[place] = score + MOST - 2 * LEAST + 2;
            return score;
        }
        if (score > alpha) alpha = score;
    }
    keys[place] = (uint32_t)key, bounds[place] = alpha - LEAST + 1;
    return alpha;
}

int solve(const Position& root) {
    if (winning_squares(root.own, root.occupied) & (root.occupied + FEET)) return (SQUARES + 1 - root.stones) / 2;
    int low = -(SQUARES - root.stones) / 2, high = (SQUARES + 1 - root.stones) / 2;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (middle <= 0 && low / 2 < middle) middle = low / 2;
        else if (middle >= 0 && high / 2 > middle) middle = high / 2;
        int score = negamax(root.own, root.occupied, root.stones, middle, middle + 1);
        (score <= middle ? high : low) = score;
    }
    return low;
}

bool is_prime(u64 number) {
    for (u64 divisor = 3; divisor * divisor <= number; divisor += 2)
        if (number % divisor == 0) return false;
    return true;
}

int main(int, char** arguments) {
    u64 size = (1ull << atoi(arguments[1])) + 1;
    while (!is_prime(size)) size += 2;
    keys.assign(size, 0), bounds.assign(size, 0);
    FILE* file = fopen(arguments[2], "r");
    char columns[64];
    int score, positions = 0, wrong = 0;
    double start = clock();
    for (; fscanf(file, "%63s %d", columns, &score) == 2; positions++) {
        Position root;
        for (char* digit = columns; *digit; digit++) root.play(*digit - '1');
        wrong += solve(root) != score;
    }
    printf("%d %d %lu %.6f\n", positions, wrong, (unsigned long)nodes, (clock() - start) / CLOCKS_PER_SEC);
}
