import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecretBox } from '#server/outside/secret-box.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'assent-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const box = (given?: string) => openSecretBox({ dataDir, given, random: (count) => randomBytes(count) });
const file = () => join(dataDir, 'secrets.key');
const newKey = () => randomBytes(32).toString('base64');

test('a key is made once, for its owner alone, and opens what it sealed after a restart', async () => {
  const sealed = (await box()).seal('JBSWY3DP', 'factor:1');
  expect(sealed).not.toContain('JBSWY3DP');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect((await box()).open(sealed, 'factor:1')).toBe('JBSWY3DP');
});

test('an altered value, one moved to another row, and one under an unknown key do not open', async () => {
  const own = await box();
  const sealed = own.seal('JBSWY3DP', 'factor:1');
  const last = sealed.at(-2) === 'A' ? 'B' : 'A';
  expect(() => own.open(`${sealed.slice(0, -2)}${last}${sealed.slice(-1)}`, 'factor:1')).toThrow('altered or moved');
  expect(() => own.open(sealed, 'factor:2')).toThrow('altered or moved');
  const other = await box(newKey());
  expect(() => other.open(sealed, 'factor:1')).toThrow('key of a secret is not here');
});

test('a newer key seals, and the older one still opens', async () => {
  const sealed = (await box()).seal('share', 'place');
  const before = readFileSync(file(), 'utf8');
  writeFileSync(file(), `${newKey()}\n${before}`);
  const rotated = await box();
  expect([rotated.isCurrent(sealed), rotated.open(sealed, 'place')]).toEqual([false, 'share']);
  expect(rotated.isCurrent(rotated.seal('share', 'place'))).toBe(true);
});

test('a value from before is taken as it is, and keys that are none stop the start', async () => {
  expect((await box()).open('JBSWY3DP', 'factor:1')).toBe('JBSWY3DP');
  await expect(box('tooshort')).rejects.toThrow('must be 32 bytes in base64');
  writeFileSync(file(), '');
  await expect(box()).rejects.toThrow('There is no key for secrets');
});
