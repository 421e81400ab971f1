// Takes the addresses of a registry out of package-lock.json: the hashes stay, and every machine
// asks its own registry. Run it after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
writeFileSync(path, JSON.stringify(lock, null, 2) + '\n');
