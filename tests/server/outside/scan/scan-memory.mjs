import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// node --expose-gc scan-memory.mjs THREAD WORKER FOLDER ROUNDS: inspects the files of a folder so often, and prints the memory of this
// process after each round, bytes. Each file of the folder is one scan, named by its number and the number of its part.

const [threadUrl = '', workerUrl = '', folder = '', rounds = '1'] = process.argv.slice(2);
const { openScanThread } = await import(threadUrl);
const thread = openScanThread({ workerUrl: new URL(workerUrl) });
const scans = new Map();
for (const name of readdirSync(folder).toSorted()) {
  const [scan = ''] = name.split('-');
  scans.set(scan, [...(scans.get(scan) ?? []), readFileSync(path.join(folder, name))]);
}
const sizes = [];
for (let nth = 0; nth < Number(rounds); nth += 1) {
  for (const files of scans.values()) await thread.inspect(files);
  globalThis.gc?.();
  sizes.push(process.memoryUsage().rss);
}
await thread.close();
process.stdout.write(JSON.stringify({ scans: scans.size, sizes }));
