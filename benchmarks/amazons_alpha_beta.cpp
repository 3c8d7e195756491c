// The rival: plain fail-soft alpha-beta on Amazons 6x6, written by hand in C++ as one would for this game alone.
// Same rules, same order of moves, same counting of nodes as amazons.py with alpha-beta:order=none and 0 at the depth limit;
// the board is an array by value on the stack, copied for each child; no bit boards, no tables.
// Usage: amazons_alpha_beta DEPTH [REPEATS [BOARD TO_MOVE]]; prints "depth nodes seconds value" of the fastest repeat.
// BOARD has 36 symbols, row by row from the top: "." empty, "W", "B", "#" an arrow. TO_MOVE is 0 for W, 1 for B.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

constexpr int WIDTH = 6, HEIGHT = 6, SQUARES = WIDTH * HEIGHT;
constexpr int8_t EMPTY = 0, WHITE = 1, BLACK = 2, ARROW = 3;
constexpr const char* START = ".B..B.B....B............W....W.W..W.";
constexpr int DIRECTIONS[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
constexpr double INF = std::numeric_limits<double>::infinity();
int64_t nodes = 0;

struct State {
    int8_t board[SQUARES];  // row by row from the top
    int8_t to_move;
};

// Calls visit(square) for each square that a queen on the source reaches, until visit returns true; returns whether it did.
template <class Visit>
static inline bool queen_moves(const int8_t* board, int source, Visit visit) {
    for (const auto& [down, right] : DIRECTIONS)
        for (int row = source / WIDTH + down, column = source % WIDTH + right;
             row >= 0 && row < HEIGHT && column >= 0 && column < WIDTH; row += down, column += right) {
            int square = row * WIDTH + column;
            if (board[square] != EMPTY) break;
            if (visit(square)) return true;
        }
    return false;
}

static bool can_move(const State& state) {
    for (int source = 0; source < SQUARES; source++)
        if (state.board[source] == state.to_move + 1 && queen_moves(state.board, source, [](int) { return true; })) return true;
    return false;
}

static State result(const State& state, int source, int target, int arrow) {
    State next = state;
    next.board[target] = next.board[source];
    next.board[source] = EMPTY;
    next.board[arrow] = ARROW;
    next.to_move = 1 - state.to_move;
    return next;
}

static double alpha_beta(const State& state, double alpha, double beta, int depth) {
    nodes++;
    if (!can_move(state)) return -1;
    if (depth == 0) return 0;
    double best = -INF;
    for (int source = 0; source < SQUARES; source++) {
        if (state.board[source] != state.to_move + 1) continue;
        State vacated = state;
        vacated.board[source] = EMPTY;
        bool cut = queen_moves(state.board, source, [&](int target) {
            return queen_moves(vacated.board, target, [&](int arrow) {
                State next = result(state, source, target, arrow);
                best = std::max(best, -alpha_beta(next, -beta, -std::max(alpha, best), depth - 1));
                return best >= beta;
            });
        });
        if (cut) break;
    }
    return best;
}

int main(int argc, char** argv) {
    int depth = argc > 1 ? std::atoi(argv[1]) : 3, repeats = argc > 2 ? std::atoi(argv[2]) : 5;
    const char* board = argc > 3 ? argv[3] : START;
    State initial = {};
    for (int i = 0; i < SQUARES && board[i]; i++)
        initial.board[i] = board[i] == 'W' ? WHITE : board[i] == 'B' ? BLACK : board[i] == '#' ? ARROW : EMPTY;
    initial.to_move = argc > 4 ? std::atoi(argv[4]) : 0;
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
