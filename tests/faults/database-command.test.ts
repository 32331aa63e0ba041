import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countExport } from '#server/data/backup/export-import.ts';
import { lockFolder } from '#server/data/open/embedded/lock.ts';
import { readLines } from '#server/outside/backup/export-file.ts';
import { runScript, type Outcome } from '#tests/support/server/run-script.ts';
import { demoData } from '#tests/support/server/server-process.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-database-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** `npm run database -- …` with the embedded database of a folder. */
const run = (dataDir: string, ...words: string[]): Promise<Outcome> => runScript('database', words, { DATA_DIR: dataDir });

const copyOfDemo = async (): Promise<string> => {
  const copy = fs.mkdtempSync(path.join(folder, 'demo-'));
  fs.cpSync(await demoData(), copy, { recursive: true });
  return copy;
};

test('the command refuses in one sentence and leaves nothing behind', { tags: ['smoke'] }, async () => {
  const file = path.join(folder, 'refused.gz');
  const empty = path.join(folder, 'empty');
  const inUse = await copyOfDemo();
  const lock = await lockFolder({ folder: path.join(inUse, 'database'), onLost: () => undefined });
  try {
    const refused: [Outcome, string][] = [
      [await run(empty, 'exprot', file), 'Say "npm run database'],
      [await run(empty, 'export', file), `There is no database in ${empty}`],
      [await run(empty, 'import', file), `There is no file ${file}`],
      [await run(inUse, 'export', file), 'another'],
    ];
    for (const [{ code, printed, errors }, word] of refused) {
      expect({ code, printed }).toEqual({ code: 1, printed: '' });
      expect(errors.trimEnd().split('\n')).toHaveLength(1);
      expect(errors).toContain(word);
    }
  } finally {
    lock.release();
  }
  expect(fs.existsSync(empty)).toBe(false);
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
});

test('a whole hospital moves to an empty database and back into a file, row for row', async () => {
  const [first, second] = [path.join(folder, 'first.gz'), path.join(folder, 'second.gz')];
  const [from, to] = [await copyOfDemo(), path.join(folder, 'moved')];
  const written = await run(from, 'export', first);
  expect(written).toMatchObject({ code: 0, errors: '' });
  const count = Number(/^(\d+) rows were written/.exec(written.printed)?.[1]);
  expect(count).toBeGreaterThan(100);
  expect(await run(to, 'import', first)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`${count} rows were read.`),
    errors: '',
  });
  // Open sessions, codes and tickets end with the move.
  const { tables } = await countExport(readLines(first));
  const ended = ['session_tokens', 'half_sign_ins', 'one_time_codes', 'tickets'].reduce(
    (all, name) => all + (tables[name] ?? 0),
    0,
  );
  expect((await run(to, 'export', second)).printed).toContain(`${count - ended} rows`);
  // A filled database is not overwritten.
  const again = await run(to, 'import', first);
  expect(again).toMatchObject({ code: 1, printed: '' });
  expect(again.errors).toContain('empty');
});

test('a new key for secrets is added, everything is sealed under it, and the command says which key is not needed', async () => {
  const dataDir = await copyOfDemo();
  const { code, printed, errors } = await runScript('reseal-secrets', ['--new-key'], { DATA_DIR: dataDir });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(printed).toMatch(/secrets are sealed under the newest key/);
  expect(printed).toMatch(/No secret needs \S+ any more/);
  expect(await runScript('reseal-secrets', ['--new-key'], { DATA_DIR: dataDir, SECRET_KEYS: 'AA==' })).toMatchObject({
    code: 2,
    printed: '',
    errors: expect.stringContaining('SECRET_KEYS'),
  });
});
