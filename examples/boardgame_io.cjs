// A bot of boardgame.io (https://boardgame.io) that asks a server of Spielbaum for its moves.
//
//   npm install boardgame.io && spielbaum serve &
//   node boardgame_io.cjs http://127.0.0.1:8000        # X moves at random, the bot plays O

const { Bot, RandomBot, Step } = require('boardgame.io/ai');
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');

// `game` is what is played there, such as 'connect-four:width=8'; `position(G, ctx)` writes a state in its notation,
// and `text(move, args)` a move. `limits` are { level: 'hard' } or { depth: 6 }, { algorithm: 'mcts', seconds: 1 }.
class SpielbaumBot extends Bot {
  constructor({ enumerate, url, game, position, text, limits = { level: 'medium' } }) {
    super({ enumerate });
    Object.assign(this, { url, game, position, text, limits });
  }

  async play({ G, ctx }, playerID) {
    const asked = { game: this.game, position: this.position(G, ctx), ...this.limits };
    const answer = await fetch(`${this.url}/api/move`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    const same = ({ payload }) => this.text(payload.type, payload.args) === found.action;
    const action = this.enumerate(G, ctx, playerID).find(same);
    if (!action) throw new Error(`${found.action} is no move of the game here`);
    return { action, metadata: found };
  }
}

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const won = ({ cells }) => LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

const TicTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (won(G)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const enumerate = (G) => G.cells.flatMap((cell, id) => (cell === null ? [{ move: 'clickCell', args: [id] }] : []));
const position = (G, ctx) =>
  `${G.cells.map((cell) => (cell === null ? '.' : 'XO'[cell])).join('')} ${'XO'[ctx.currentPlayer]}`;
const text = (_move, [id]) => `${id}`;

async function main(url) {
  const client = Client({ game: TicTacToe });
  const bots = [
    new RandomBot({ enumerate }),
    new SpielbaumBot({ enumerate, url, game: 'tic-tac-toe', position, text, limits: { depth: 9 } }),
  ];
  while (!client.getState().ctx.gameover) await Step(client, bots[client.getState().ctx.currentPlayer]);
  const { G, ctx } = client.getState();
  console.log(JSON.stringify({ cells: G.cells, ...ctx.gameover }));
}

module.exports = { SpielbaumBot, TicTacToe, enumerate, position, text };
if (require.main === module) main(process.argv[2] ?? 'http://127.0.0.1:8000').catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
