import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { FONT_COVERAGE } from '#domain/values/font-coverage.ts';
import { regularFontFiles } from '#server/outside/pdf/fonts.ts';
import { coverageOf } from '../../../../scripts/font-coverage.mjs';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('the ranges of every device are those of the fonts: `node scripts/font-coverage.mjs` writes them anew', () => {
  expect(FONT_COVERAGE).toEqual(regularFontFiles().map((file) => coverageOf(readFileSync(file))));
});

test.each([
  ['Zoë, محمد, 王小明, e\u0301', []],
  ['no 😀, ᚠ', ['ᚠ']],
])('%j is judged the same by a browser that counts no letters as people do', async (text, characters) => {
  vi.stubGlobal('Intl', { DateTimeFormat: Intl.DateTimeFormat });
  vi.resetModules();
  const { unshowable } = await import('#domain/values/printable.ts');
  expect(unshowable(text)).toEqual(characters);
});
