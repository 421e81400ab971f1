// Tic-tac-toe as its authors' tutorial has it, kept in memory.
import { createRequire } from 'node:module';
import { TicTacToe } from './game.js';

const { Server, Origins } = createRequire(import.meta.url)('boardgame.io/server');
const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), lobbyConfig: undefined });
