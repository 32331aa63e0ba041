import fs from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Settings } from '#server/settings.ts';

test('docs/settings.md names every setting once, with its default', () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\S.*?) \|/gm)].map(([, name = '', shown = '']) => [name, shown]);
  expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(Settings.entries).toSorted());
  const defaults: Record<string, unknown> = v.parse(Settings, {});
  const literal = rows.filter(([, shown]) => /^`[["\w]/.test(shown ?? '') && !/^`[a-z]+E|^`admin/.test(shown ?? ''));
  expect(Object.fromEntries(literal.map(([name, shown]) => [name, JSON.parse((shown ?? '').replaceAll('`', ''))]))).toEqual(
    Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined)),
  );
});
