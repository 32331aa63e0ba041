import { expect, test } from 'vitest';
import { paperForm, PAPER_CODES } from './paper-form.ts';
import { useScanThread } from './thread-for-tests.ts';

const thread = useScanThread();

test('a form from the own renderer is stored as it is, and the code of each page is read', async () => {
  const pdf = paperForm();
  const start = performance.now();
  const verdict = await thread().inspect([pdf]);
  console.log(performance.now() - start, verdict.ok && verdict.pages, verdict.ok || verdict.reason);
  if (!verdict.ok) throw new Error(verdict.reason);
  expect(Buffer.from(verdict.pdf).equals(pdf)).toBe(true);
  expect(verdict.pages).toEqual(PAPER_CODES.map((code) => ({ codes: [code] })));
});
