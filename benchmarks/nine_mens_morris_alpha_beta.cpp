// The rival: plain fail-soft alpha-beta on Nine Men's Morris, written by hand in C++ as one would for this game alone.
// Same rules, same order of moves, same counting of nodes as nine_mens_morris.py with alpha-beta:order=none and 0 at the depth
// limit; the board is an array by value on the stack, copied for each child; no bit boards, no tables of positions.
// Usage: nine_mens_morris_alpha_beta DEPTH [REPEATS [BOARD IN_HAND IN_HAND TO_MOVE QUIET]]; prints "depth nodes seconds value"
// of the fastest repeat. BOARD has 24 symbols in the order of the points: "." empty, "W", "B". TO_MOVE is 0 for W, 1 for B.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

constexpr int POINTS = 24, MEN = 9, QUIET_PLIES = 50, NONE = -1;
constexpr int8_t EMPTY = 0;
constexpr int8_t NEIGHBOURS[POINTS][4] = {
    // -1 ends a list
    {1, 9, -1, -1},   {0, 2, 4, -1},    {1, 14, -1, -1},  {4, 10, -1, -1},   {1, 3, 5, 7},     {4, 13, -1, -1},
    {7, 11, -1, -1},  {4, 6, 8, -1},    {7, 12, -1, -1},  {0, 10, 21, -1},   {3, 9, 11, 18},   {6, 10, 15, -1},
    {8, 13, 17, -1},  {5, 12, 14, 20},  {2, 13, 23, -1},  {11, 16, -1, -1},  {15, 17, 19, -1}, {12, 16, -1, -1},
    {10, 19, -1, -1}, {16, 18, 20, 22}, {13, 19, -1, -1}, {9, 22, -1, -1},   {19, 21, 23, -1}, {14, 22, -1, -1},
};
constexpr int8_t MILLS[16][3] = {
    {0, 1, 2},  {3, 4, 5},   {6, 7, 8},   {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
    {0, 9, 21}, {3, 10, 18}, {6, 11, 15}, {1, 4, 7},   {16, 19, 22}, {8, 12, 17},  {5, 13, 20},  {2, 14, 23},
};
constexpr double INF = std::numeric_limits<double>::infinity();
int8_t MILLS_THROUGH[POINTS][2];
int64_t nodes = 0;

struct State {
    int8_t board[POINTS];
    int8_t in_hand[2];
    int8_t to_move;
    int8_t quiet;  // plies since the last capture
};

static int men_left(const State& state, int player) {
    int men = state.in_hand[player];
    for (int8_t owner : state.board) men += owner == player + 1;
    return men;
}

static bool is_mill(const int8_t* board, int mill, int colour) {
    return board[MILLS[mill][0]] == colour && board[MILLS[mill][1]] == colour && board[MILLS[mill][2]] == colour;
}

static bool closes_mill(const int8_t* board, int target, int colour) {
    return is_mill(board, MILLS_THROUGH[target][0], colour) || is_mill(board, MILLS_THROUGH[target][1], colour);
}

static int removable(const int8_t* board, int colour, int8_t* removed) {
    bool in_mills[POINTS] = {};
    for (int mill = 0; mill < 16; mill++)
        if (is_mill(board, mill, colour))
            for (int8_t point : MILLS[mill]) in_mills[point] = true;
    int count = 0;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == colour && !in_mills[point]) removed[count++] = point;
    if (count == 0)
        for (int point = 0; point < POINTS; point++)
            if (board[point] == colour) removed[count++] = point;
    return count;
}

// Calls visit(source, target) for each step of the player to move, until visit returns true; returns whether it did.
template <class Visit>
static inline bool steps(const State& state, Visit visit) {
    int player = state.to_move;
    if (state.in_hand[player] > 0) {
        for (int target = 0; target < POINTS; target++)
            if (state.board[target] == EMPTY && visit(NONE, target)) return true;
        return false;
    }
    bool flying = men_left(state, player) == 3;
    for (int source = 0; source < POINTS; source++) {
        if (state.board[source] != player + 1) continue;
        if (flying) {
            for (int target = 0; target < POINTS; target++)
                if (state.board[target] == EMPTY && visit(source, target)) return true;
        } else {
            for (int i = 0; i < 4 && NEIGHBOURS[source][i] >= 0; i++)
                if (state.board[NEIGHBOURS[source][i]] == EMPTY && visit(source, NEIGHBOURS[source][i])) return true;
        }
    }
    return false;
}

static bool has_lost(const State& state) {
    return men_left(state, state.to_move) < 3 || !steps(state, [](int, int) { return true; });
}

static State after_step(const State& state, int source, int target) {
    State next = state;
    if (source == NONE)
        next.in_hand[state.to_move]--;
    else
        next.board[source] = EMPTY;
    next.board[target] = state.to_move + 1;
    next.to_move = 1 - state.to_move;
    next.quiet++;
    return next;
}

static double alpha_beta(const State& state, double alpha, double beta, int depth) {
    nodes++;
    if (has_lost(state)) return -1;
    if (state.quiet >= QUIET_PLIES || depth == 0) return 0;
    double best = -INF;
    steps(state, [&](int source, int target) {
        State next = after_step(state, source, target);
        if (!closes_mill(next.board, target, state.to_move + 1)) {
            best = std::max(best, -alpha_beta(next, -beta, -std::max(alpha, best), depth - 1));
            return best >= beta;
        }
        int8_t removed[POINTS];
        int count = removable(next.board, 2 - state.to_move, removed);
        for (int i = 0; i < count; i++) {
            State captured = next;
            captured.board[removed[i]] = EMPTY;
            captured.quiet = 0;
            best = std::max(best, -alpha_beta(captured, -beta, -std::max(alpha, best), depth - 1));
            if (best >= beta) return true;
        }
        return false;
    });
    return best;
}

int main(int argc, char** argv) {
    int depth = argc > 1 ? std::atoi(argv[1]) : 6, repeats = argc > 2 ? std::atoi(argv[2]) : 5;
    for (int point = 0; point < POINTS; point++)
        for (int mill = 0, count = 0; mill < 16; mill++)
            for (int8_t other : MILLS[mill])
                if (other == point) MILLS_THROUGH[point][count++] = mill;
    State initial = {{}, {MEN, MEN}, 0, 0};
    if (argc > 7) {
        for (int i = 0; i < POINTS && argv[3][i]; i++) initial.board[i] = argv[3][i] == 'W' ? 1 : argv[3][i] == 'B' ? 2 : EMPTY;
        for (int player = 0; player < 2; player++) initial.in_hand[player] = std::atoi(argv[4 + player]);
        initial.to_move = std::atoi(argv[6]);
        initial.quiet = std::atoi(argv[7]);
    }
    double fastest = INF;
    volatile double value = 0;
    for (int i = 0; i < repeats; i++) {
        nodes = 0;
        std::clock_t start = std::clock();
        value = alpha_beta(initial, -INF, INF, depth);
        fastest = std::min(fastest, double(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::printf("%d %lld %.6f %g\n", depth, (long long)nodes, fastest, value + 0.0);
}
