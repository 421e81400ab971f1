const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export const TicTacToe = {
	name: 'tic-tac-toe',
	setup: () => ({ cells: Array(9).fill(null) }),
	turn: { minMoves: 1, maxMoves: 1 },
	moves: {
		mark: ({ G, playerID }, square) => {
			if (G.cells[square] !== null) return 'INVALID_MOVE';
			G.cells[square] = playerID;
		}
	},
	endIf: ({ G, ctx }) => {
		if (LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[b] === G.cells[c])) return { winner: ctx.currentPlayer };
		if (G.cells.every((cell) => cell !== null)) return { draw: true };
	}
};
