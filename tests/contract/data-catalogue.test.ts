import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as catalogue from '#domain/integrity/data-catalogue.ts';
import { withCatalogue } from '../../scripts/data-catalogue.mjs';

test('docs/privacy.md lists the tables of the catalogue: `node scripts/data-catalogue.mjs` writes it anew', () => {
  const stored = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
  expect(stored.split('\n')).toEqual(withCatalogue(stored, catalogue).split('\n'));
});
