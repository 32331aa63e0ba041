import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const ENDED = ['session_tokens', 'half_sign_ins', 'one_time_codes', 'tickets'];

/** The rows of an export, as they are written, by the name of their table. */
async function rowsByTable(file: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  let rows: string[] = [];
  for await (const line of readLines(file)) {
    const table = /^\{"table":"(\w+)"/.exec(line)?.[1];
    if (table !== undefined) rows = tables[table] = [];
    else if (line.startsWith('[')) rows.push(line);
  }
  return tables;
}

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
      [await run(empty, 'import', inUse), `There is no key in ${empty}`],
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

test('a whole hospital moves to a migrated database and back into a file, row for row', async () => {
  const [first, second] = [path.join(folder, 'first.gz'), path.join(folder, 'second.gz')];
  const [from, to] = [await copyOfDemo(), path.join(folder, 'moved')];
  // As docs/operations.md says: the keys stay or are copied, the database is made and migrated.
  fs.cpSync(from, to, { recursive: true, filter: (name) => name !== path.join(from, 'database') });
  expect(await run(to, 'migrate')).toMatchObject({ code: 0, errors: '' });
  const written = await run(from, 'export', first);
  expect(written).toMatchObject({ code: 0, errors: '' });
  const count = Number(/^(\d+) rows were written/.exec(written.printed)?.[1]);
  expect(count).toBeGreaterThan(100);
  expect(await run(to, 'import', first)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`${count} rows were read.`),
    errors: '',
  });
  const verified = await runScript('verify-integrity', [], { DATA_DIR: to });
  expect(verified).toMatchObject({ code: 0, errors: '', printed: expect.stringContaining('nothing was altered') });
  expect(await run(to, 'export', second)).toMatchObject({ code: 0, errors: '' });
  const [before, after] = [await rowsByTable(first), await rowsByTable(second)];
  // Open sessions, codes and tickets end with the move, the data have a new epoch, and what this changed is marked anew.
  for (const name of ENDED) expect(after[name] ?? [], name).toEqual([]);
  const changed = [...ENDED, 'sessions', 'settings', 'row_marks'];
  const unchanged = (tables: Record<string, string[]>) => Object.entries(tables).filter(([name]) => !changed.includes(name));
  expect(unchanged(after)).toEqual(unchanged(before));
  // A filled database is not overwritten.
  const again = await run(to, 'import', first);
  expect(again).toMatchObject({ code: 1, printed: '' });
  expect(again.errors).toContain('empty');
});

test('a check without the file of heads is no sound one: it ends with 2, and says what is missing and what that means', async () => {
  const dataDir = await copyOfDemo();
  const heads = path.join(dataDir, 'chain', 'heads.jsonl');
  const verify = () => runScript('verify-integrity', [], { DATA_DIR: dataDir });
  expect(await verify()).toMatchObject({ code: 0, errors: '' });
  fs.rmSync(heads);
  const { code, printed, errors } = await verify();
  expect({ code, errors }).toEqual({ code: 2, errors: '' });
  expect(printed).toContain(`The file of heads is missing: ${heads}.`);
  expect(printed).toContain('nothing was altered');
  // The check writes no new one, by which the next would be sound.
  expect(fs.existsSync(heads)).toBe(false);
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
