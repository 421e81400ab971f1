// Packs a file, or unpacks one that is packed: `node scripts/brotli.js FROM TO`.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

const [from, to] = process.argv.slice(2);
const bytes = readFileSync(from);
writeFileSync(to, from.endsWith('.br') ? brotliDecompressSync(bytes) : brotliCompressSync(bytes));
