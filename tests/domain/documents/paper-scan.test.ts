import { parsePageCode } from '#domain/documents/paper-code.ts';
import { matchScan, scanOf } from '#domain/documents/paper-scan.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { expect, test } from 'vitest';

const consentID = '018f0000-0000-7000-8000-00000000000a';
const other = '018f0000-0000-7000-8000-00000000000b';
const digest = 'ab12'.repeat(16);
const form = { consentID, digest, formType: 'FORM_1' } as const;
const mark = digest.slice(0, 16);

/** The codes of the pages of a scan, each text by itself; empty where none was read. */
const scanned = (...pages: readonly (readonly string[])[]) =>
  matchScan(
    form,
    pages.map((texts) => texts.flatMap((text) => parsePageCode(text) ?? [])),
  );
const page = (number: number, { of = 3, id = consentID, with: end = mark } = {}) => [`assent:p1:${id}:${number}:${of}:${end}`];
const blank = (number: number, { of = 2, formType = 'FORM_1', edition = '1' } = {}) => [
  `assent:b1:${formType}:${edition}:${number}:${of}`,
];

test('all pages once, in any order, match', () => {
  expect(scanned(page(1), page(2), page(3))).toMatchObject({ match: 'MATCHED', isBlank: false });
  expect(scanned(page(3), page(1), page(2))).toEqual({
    match: 'MATCHED',
    isBlank: false,
    pages: [
      { page: 1, read: true, printed: 3 },
      { page: 2, read: true, printed: 1 },
      { page: 3, read: true, printed: 2 },
    ],
  });
});

test('the right count with some pages unread matches partly, and no code at all is unread', () => {
  expect(scanned(page(1), [], page(3))).toMatchObject({ match: 'PARTLY', pages: [{}, { read: false, printed: null }, {}] });
  expect(scanned([], [], [])).toMatchObject({ match: 'UNREAD', isBlank: false });
  expect(scanned(['https://example.org'], ['assent:p1:broken'])).toMatchObject({ match: 'UNREAD' });
});

test('a blank form is of its kind of form, and a person says whose it is', () => {
  expect(scanned(blank(1), blank(2))).toMatchObject({ match: 'UNREAD', isBlank: true });
  expect(scanned(blank(1), [])).toMatchObject({ match: 'UNREAD', isBlank: true });
});

test.each([
  [
    'another version',
    scanned(page(1, { id: other }), page(2), page(3)),
    'Page 1 of the scan is of another form or another version',
  ],
  ['a draft', scanned(page(1), page(2, { with: 'draft' }), page(3)), 'Page 2 of the scan is of a draft'],
  [
    'another content',
    scanned(page(1), page(2), page(3, { with: '0'.repeat(16) })),
    'Page 3 of the scan was printed before the form changed',
  ],
  ['a page twice', scanned(page(1), page(2), page(2)), 'Page 2 of the form is in the scan twice'],
  ['a page too few', scanned(page(1), page(3)), 'Missing in the scan: page 2'],
  ['too few with one unread', scanned(page(1), []), 'The form has 3 pages, and the scan 2 pages'],
  ['a page too many', scanned(page(1), page(2), page(3), []), 'The form has 3 pages, and the scan 4 pages'],
  ['two prints', scanned(page(1), page(2, { of: 2 }), page(3)), 'different prints'],
  ['two pages on one picture', scanned([...page(1), ...page(2)], page(3), []), 'Page 1 of the scan shows two pages'],
  ['a blank page among filled ones', scanned(page(1), blank(2), page(3)), 'Some pages are of a blank form'],
  [
    'a blank form of another kind',
    scanned(blank(1, { formType: 'FORM_2' }), blank(2, { formType: 'FORM_2' })),
    'another kind of form',
  ],
  ['a blank page too few', scanned(blank(1)), 'Missing in the scan: page 2'],
  [
    'an edition that is not known',
    scanned(blank(1, { edition: '99' }), blank(2, { edition: '99' })),
    'an edition that is not known here: 99',
  ],
  ['no edition', scanned(blank(1, { edition: '0' }), blank(2, { edition: '0' })), 'an edition that is not known here'],
])('%s is refused and named', (_, result, words) => {
  expect(result).toMatchObject({ fault: expect.stringContaining(words) });
});

const event = (type: string, detail: TimelineEvent['detail'] = {}, versionId = consentID): TimelineEvent => ({
  id: `${type} ${String(detail['sha256'] ?? '')}`,
  at: '2026-08-06T10:00:00.000Z',
  deviceAt: null,
  type,
  actor: { kind: 'STAFF', name: 'Demo Clinician', role: 'Clinician' },
  versionId,
  detail,
  prevHash: '',
  hash: '',
});
const uploaded = (sha256: string) =>
  event('SCAN_UPLOADED', { sha256, match: 'PARTLY', isBlank: false, pages: 3, unread: '2,3', contentDigest: digest });

test('the newest scan of a version speaks, until it is discarded or the form is taken back', () => {
  expect(scanOf([], consentID)).toBeUndefined();
  const first = [uploaded('one'), uploaded('two')];
  expect(scanOf(first, consentID)).toMatchObject({
    sha256: 'two',
    match: 'PARTLY',
    pages: 3,
    unread: [2, 3],
    by: 'Demo Clinician',
    isConfirmed: false,
  });
  expect(scanOf(first, other)).toBeUndefined();
  expect(scanOf([...first, event('SCAN_CONFIRMED', { sha256: 'two' })], consentID)).toMatchObject({ isConfirmed: true });
  expect(scanOf([...first, event('SCAN_DISCARDED', { sha256: 'two' })], consentID)).toBeUndefined();
  expect(scanOf([...first, event('RECALLED')], consentID)).toBeUndefined();
  // A page that was not read is told as a number, and none as none.
  const whole = event('SCAN_UPLOADED', {
    sha256: 'x',
    match: 'MATCHED',
    isBlank: false,
    pages: 1,
    unread: '',
    contentDigest: digest,
  });
  expect(scanOf([whole], consentID)?.unread).toEqual([]);
});
