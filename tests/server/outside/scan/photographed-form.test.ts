import { afterAll, beforeAll, expect, test } from 'vitest';
import { PDF } from '@libpdf/core';
import { openScannedPdf, type DrawnPdf } from '#server/outside/scan/pdf/pdf-pages.ts';
import type { ScanThread } from '#server/outside/scan/scan-thread.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { paperForm, PAPER_CODES } from './paper-form.ts';
import { photograph, withInk, type Camera } from './photograph.ts';
import { useScanThread } from './thread-for-tests.ts';

const thread = useScanThread();
const UPRIGHT: Camera = { width: 2000, height: 2700, tilt: 20, roll: 5 };

let form: DrawnPdf;
beforeAll(async () => {
  form = await openScannedPdf(paperForm());
});
afterAll(() => form.close());

const photo = async (page: number, camera: Partial<Camera> = {}) =>
  photograph(withInk(await form.draw(page)), { ...UPRIGHT, ...camera });

async function codesOf(...files: Parameters<ScanThread['inspect']>[0]): Promise<(readonly string[])[]> {
  const verdict = await thread().inspect(files);
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict.pages.map(({ codes }) => codes);
}

test.runIf(isFull)(
  'each page of a form that was signed with ink and photographed at an angle says which page it is',
  async () => {
    const photos = await Promise.all([0, 1, 2].map((page) => photo(page)));
    const verdict = await thread().inspect(photos);
    if (!verdict.ok) throw new Error(verdict.reason);
    expect(verdict.pages).toEqual(PAPER_CODES.map((code) => ({ codes: [code] })));
    expect((await PDF.load(verdict.pdf)).getPageCount()).toBe(3);
    // The stored PDF can be read as well as the photographs.
    expect(await codesOf(verdict.pdf)).toEqual(PAPER_CODES.map((code) => [code]));
    expect(onPdf(verdict.pdf, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  },
);

test.runIf(isFull)('pages are read on their side, upside down and from the other side', async () => {
  const files = await Promise.all([
    photo(1, { width: 2700, height: 2000, roll: 94 }),
    photo(2, { roll: 176 }),
    photo(0, { tilt: -25, roll: -6 }),
  ]);
  expect(await codesOf(...files)).toEqual([[PAPER_CODES[1]], [PAPER_CODES[2]], [PAPER_CODES[0]]]);
});

test('a poor photograph is taken as a page without a code', async () => {
  expect(await codesOf(await photo(0, { width: 600, height: 800, blur: 4, quality: 40 }))).toEqual([[]]);
});
