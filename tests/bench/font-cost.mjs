import { readFileSync } from 'node:fs';
import process from 'node:process';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

// A process of its own: what the compiler holds with these font files, and how long it takes to begin.
const before = process.memoryUsage().rss;
const start = performance.now();
const fontBlobs = process.argv.slice(2).map((file) => readFileSync(file));
NodeCompiler.create({ workspace: '/tmp/font-cost', fontArgs: [{ fontBlobs }] });
process.stdout.write(JSON.stringify({ ms: performance.now() - start, bytes: process.memoryUsage().rss - before }));
