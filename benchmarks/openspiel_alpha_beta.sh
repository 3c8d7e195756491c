#!/bin/sh
# Builds openspiel_alpha_beta: OpenSpiel's alpha-beta over its own C++ states of six games, with a counter of nodes.
#
#     git clone https://github.com/google-deepmind/open_spiel
#     git clone -b 20250814.1 https://github.com/abseil/abseil-cpp open_spiel/open_spiel/abseil-cpp
#     git clone https://github.com/nlohmann/json open_spiel/open_spiel/json
#     benchmarks/openspiel_alpha_beta.sh open_spiel build
#     python benchmarks/natural_games.py --openspiel "$PWD/build/openspiel_alpha_beta"
#
# Abseil is of the version that OpenSpiel's scripts/global_variables.sh names. The flags are those of OpenSpiel's release
# build, with -march=native as for the other C++ programs. The only change is the counter, the first statement of
# _alpha_beta in a copy of minimax.cc.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$1" && pwd)
source=$root/open_spiel
mkdir -p "$2/absl"
cd "$2"
compile="g++ -std=c++20 -O3 -march=native -DNDEBUG -w -I$root -I$source/abseil-cpp -I$source/json/include"

object() { # source object
    if [ ! -s "$2" ]; then $compile -c "$1" -o "$2.part" && mv "$2.part" "$2"; fi
}

sed -e 's/^namespace open_spiel {$/extern int64_t alpha_beta_nodes[];\n&/' \
    -e '/^                   bool use_undo) {$/a\  ++alpha_beta_nodes[depth];' \
    "$source/algorithms/minimax.cc" > minimax_counted.cc
object minimax_counted.cc minimax_counted.o
games=""
for game in amazons breakthrough nine_mens_morris quoridor havannah hex; do games="$games games/$game/$game"; done
for file in spiel spiel_utils game_parameters observer action_view utils/usage_logging utils/status \
            simultaneous_move_game $games; do
    if [ -f "$source/$file.cc" ]; then object "$source/$file.cc" "$(basename "$file").o"; fi
done
(
    cd "$source/abseil-cpp"
    for part in base strings random hash synchronization time numeric types debugging container profiling; do
        find absl/$part -name '*.cc' ! -name '*test*' ! -name '*benchmark*' ! -name '*mock*' \
            ! -name 'gaussian_distribution_gentables.cc' ! -name 'print_hash_of.cc'
    done
) | while read -r file; do object "$source/abseil-cpp/$file" "absl/$(echo "$file" | tr / _).o"; done
rm -f libabsl.a
ar rcs libabsl.a absl/*.o
$compile "$here/openspiel_alpha_beta.cpp" ./*.o libabsl.a -lpthread -lrt -o openspiel_alpha_beta
