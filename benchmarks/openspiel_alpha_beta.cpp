// The rival: OpenSpiel's own alpha-beta (algorithms/minimax.cc, AlphaBetaSearch) over its own C++ states.
// Value 0 at the depth limit; nodes are the calls of its `_alpha_beta` (a counter is the only line added to a copy of minimax.cc).
// Usage: openspiel_alpha_beta GAME DEPTH [REPEATS [no-undo]]; prints "game depth nodes seconds nodes/s value" of the fastest repeat,
// and for Amazons, where a turn is three actions in OpenSpiel, "turns N": the nodes between turns, which ours and other programs count.
// GAME as OpenSpiel spells it: "breakthrough(rows=8,columns=8)". UndoAction is used where the game has it, else Clone.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string>

#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/spiel.h"

constexpr int MAX_DEPTH = 1000;
int64_t alpha_beta_nodes[MAX_DEPTH + 1];  // by the depth that is left; counted in minimax_counted.cc

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s GAME DEPTH [REPEATS [no-undo]]\n", argv[0]);
        return 2;
    }
    int depth = std::min(std::atoi(argv[2]), MAX_DEPTH), repeats = argc > 3 ? std::atoi(argv[3]) : 1;
    std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(argv[1]);
    std::string name = game->GetType().short_name;
    bool undo = argc <= 4 && (name == "amazons" || name == "breakthrough");  // of the six, only these override UndoAction
    double fastest = std::numeric_limits<double>::infinity(), value = 0;
    for (int i = 0; i < repeats; i++) {
        std::fill(alpha_beta_nodes, alpha_beta_nodes + MAX_DEPTH + 1, 0);
        std::clock_t start = std::clock();
        value = open_spiel::algorithms::AlphaBetaSearch(
                    *game, nullptr, [](const open_spiel::State&) { return 0.0; }, depth, open_spiel::kInvalidPlayer, undo)
                    .first;
        fastest = std::min(fastest, double(std::clock() - start) / CLOCKS_PER_SEC);
    }
    long long nodes = 0, turns = 0;
    for (int left = 0; left <= depth; left++) {
        nodes += alpha_beta_nodes[left];
        if ((depth - left) % 3 == 0) turns += alpha_beta_nodes[left];
    }
    std::printf("%s %d %lld %.6f %.0f %g", argv[1], depth, nodes, fastest, nodes / fastest, value);
    if (name == "amazons") std::printf(" turns %lld", turns);
    std::printf("\n");
}
