import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

export type Outcome = { code: number | null; printed: string; errors: string };

/** Runs a command of package.json as an operator does. */
export function runScript(
  script: 'backup' | 'restore' | 'database' | 'verify-integrity' | 'reseal-secrets' | 'exit-export',
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
  });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => void (printed += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => void (errors += piece.toString()));
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, printed, errors })));
}
