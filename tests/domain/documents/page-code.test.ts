import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageCodeParts, parsePageCode } from '#domain/documents/paper-code.ts';

const ID = '019af000-0000-7000-8000-000000000001';
const DIGEST = '0123456789abcdef'.repeat(4);

/** The code of a page as it is printed. */
function printed(digest: string | null, page: number, pages: number): string {
  const { before, after } = pageCodeParts({ consentID: ID, digest });
  return `${before}:${page}:${pages}:${after}`;
}

test('the code of a page says its version, its number, their number and the beginning of the digest', () => {
  expect(parsePageCode(printed(DIGEST, 2, 12))).toEqual({
    kind: 'FORM',
    consentID: ID,
    page: 2,
    pages: 12,
    mark: '0123456789abcdef',
  });
  expect(parsePageCode(printed(null, 1, 1))).toEqual({ kind: 'FORM', consentID: ID, page: 1, pages: 1, mark: null });
});

test('the code of a blank form says its type and edition', () => {
  expect(parsePageCode('assent:b1:FORM_4:2026-11:1:3')).toEqual({
    kind: 'BLANK',
    formType: 'FORM_4',
    edition: '2026-11',
    page: 1,
    pages: 3,
  });
});

test.each([
  '',
  'assent:',
  'https://example.org/verify/7QK3-M9PD-X2RT',
  `assent:p2:${ID}:1:3:0123456789abcdef`,
  `assent:p1:${ID}:0:3:0123456789abcdef`,
  `assent:p1:${ID}:4:3:0123456789abcdef`,
  `assent:p1:${ID}:01:3:0123456789abcdef`,
  `assent:p1:${ID}:-1:3:0123456789abcdef`,
  `assent:p1:${ID}:1e1:30:0123456789abcdef`,
  `assent:p1:${ID}:1:1000:0123456789abcdef`,
  `assent:p1:${ID}:1:3:0123456789ABCDEF`,
  `assent:p1:${ID}:1:3:0123456789abcde`,
  `assent:p1:${ID}:1:3:0123456789abcdef0`,
  `assent:p1:${ID}:1:3:Draft`,
  `assent:p1:${ID}:1:3:draft\n`,
  ` assent:p1:${ID}:1:3:draft`,
  `assent:p1:${ID}:1:3`,
  `assent:p1:${ID}:1:3:draft:more`,
  `assent:p1:${ID.toUpperCase().replace('019A', '019G')}:1:3:draft`,
  `assent:p1:' or 1=1 --:1:3:draft`,
  `assent:p1:${'../'.repeat(12)}:1:3:draft`,
  'assent:b1:FORM_9:2026-11:1:3',
  'assent:b1:constructor:2026-11:1:3',
  'assent:b1:FORM_4::1:3',
  'assent:b1:FORM_4:2026 11:1:3',
  'assent:b1:FORM_4:2026-11:3:1',
  'assent:b1:FORM_4:2026-11:1:3:draft',
  `assent:b1:FORM_4:${'9'.repeat(100_000)}:1:3`,
])('no code of a page: %j', (text) => {
  expect(parsePageCode(text)).toBeUndefined();
});

test('any printed code is read as it was printed', () => {
  const numbers = fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }))
    .filter(([page, pages]) => page <= pages);
  const digests = fc.option(fc.stringMatching(/^[0-9a-f]{64}$/));
  fc.assert(
    fc.property(fc.uuid(), digests, numbers, (consentID, digest, [page, pages]) => {
      const { before, after } = pageCodeParts({ consentID, digest });
      const mark = digest === null ? null : digest.slice(0, 16);
      expect(parsePageCode(`${before}:${page}:${pages}:${after}`)).toEqual({ kind: 'FORM', consentID, page, pages, mark });
    }),
  );
});
