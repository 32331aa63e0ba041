import { FILE_KINDS, UNSEALED_KINDS } from '#domain/documents/document-kinds.ts';
import { verdictFacts } from '#src/screens/verify/verdict-facts.ts';
import { tidyCode, verdictWords } from '#src/screens/verify/verdict-words.ts';
import { expect, test } from 'vitest';

test('only a real form in force is green', () => {
  const verdicts = (['AUTHENTIC', 'ALTERED', 'UNKNOWN'] as const).flatMap((state) =>
    ([null, 'IN_FORCE', 'SUPERSEDED', 'WITHDRAWN', 'VOIDED'] as const).map((status) => ({ state, status, file: null })),
  );
  expect(verdicts.filter((verdict) => verdictWords(verdict).tone === 'ok')).toEqual([
    { state: 'AUTHENTIC', status: 'IN_FORCE', file: null },
  ]);
});

test('a withdrawn form is called withdrawn first, and real below', () => {
  expect(verdictWords({ state: 'AUTHENTIC', status: 'WITHDRAWN', file: null })).toEqual({
    tone: 'stop',
    word: 'WITHDRAWN',
    title: 'The consent has been withdrawn',
    line: 'The document is real.',
  });
});

test('a consent that was taken back after its operation is red until that is settled, the file beside it too', () => {
  const real = { state: 'AUTHENTIC', status: 'IN_FORCE', confirmState: 'NOT_REQUIRED', ended: 'DONE' } as const;
  expect(verdictWords({ ...real, file: null })).toMatchObject({ tone: 'ok', word: 'AUTHENTIC' });
  expect(verdictWords({ ...real, isTakenBack: true, file: null })).toEqual({
    tone: 'stop',
    word: 'TAKEN BACK',
    title: 'This consent was taken back after the operation was recorded as done',
    line: 'The document is real. Whether the operation was done is not settled yet.',
  });
  expect(verdictWords({ ...real, isTakenBack: true, file: 'CONFIRMATION' })).toMatchObject({
    tone: 'stop',
    word: 'TAKEN BACK',
    line: expect.stringContaining('not settled yet'),
  });
});

test('an altered file stays altered, whatever the original’s standing is', () => {
  expect(verdictWords({ state: 'ALTERED', status: 'IN_FORCE', file: 'SIGNED' })).toMatchObject({ tone: 'stop', word: 'ALTERED' });
});

test.each([
  ['VIEW', 'WITHDRAWN', 'WITHDRAWN', /viewing copy/, /has been withdrawn/],
  ['VIEW', 'SUPERSEDED', 'REPLACED', /viewing copy/, /newer form has replaced/],
  ['VIEW', 'VOIDED', 'VOID', /viewing copy/, /recorded in error/],
  ['CONFIRMATION', 'IN_FORCE', 'AUTHENTIC', /confirmation on the day/, /belongs to is in force/],
  ['OUTCOME', 'WITHDRAWN', 'WITHDRAWN', /how a disagreement was settled/, /has been withdrawn/],
  ['TIMESTAMPED', 'IN_FORCE', 'AUTHENTIC', /time stamp/, /belongs to is in force/],
  ['AUDIT', null, 'AUTHENTIC', /what happened/, /is not in force/],
] as const)('a real %s of a form that is %s says what it is and how that form is', (file, status, word, title, line) => {
  const words = verdictWords({ state: 'AUTHENTIC', status, file });
  expect(words.word).toBe(word);
  expect(words.title).toMatch(title);
  expect(words.line).toMatch(line);
});

test('a confirmation of a consent that has lapsed is not green', () => {
  const lapsed = { state: 'AUTHENTIC', status: 'IN_FORCE', confirmState: 'LAPSED', file: 'CONFIRMATION' } as const;
  expect(verdictWords(lapsed)).toMatchObject({ tone: 'stop', word: 'LAPSED' });
});

test.each([
  ['PRE_SIGNED', 'NOT SIGNED', 'our form, unsigned'],
  ['PAPER', 'NOT SIGNED', 'to print, unsigned'],
  ['SCAN', 'NOT SEALED', 'a scan'],
  ['READING', 'NOT SEALED', 'to read'],
  [null, 'UNKNOWN', 'not known here'],
] as const)('an unknown file that is %s is %s', (file, word, title) => {
  const words = verdictWords({ state: 'UNKNOWN', status: null, file });
  expect(words).toMatchObject({ tone: 'warn', word });
  expect(words.title).toContain(title);
});

test('every kind of file has words of its own, but for an archived form, which answers as the form', () => {
  const kinds = FILE_KINDS.filter((file) => file !== 'ARCHIVAL');
  const titles = kinds.map((file) => {
    const isUnsealed = UNSEALED_KINDS.some((each) => each === file);
    const status = isUnsealed ? null : file === 'REFUSAL' ? 'REFUSED' : 'IN_FORCE';
    return verdictWords({ state: isUnsealed ? 'UNKNOWN' : 'AUTHENTIC', status, file }).title;
  });
  expect(new Set(titles).size).toBe(kinds.length);
  const real = { state: 'AUTHENTIC', status: 'IN_FORCE' } as const;
  expect(verdictWords({ ...real, file: 'ARCHIVAL' })).toEqual(verdictWords({ ...real, file: 'SIGNED' }));
});

test.each([
  ['DELETED', 'its record was deleted'],
  ['NOT_IN_RECORDS', 'not in our records'],
  ['OTHER_SEAL', 'by somebody else'],
  ['NO_SEAL', 'not sealed here'],
] as const)('a file that is unknown because of %s says so, and is never green', (reason, title) => {
  const words = verdictWords({ state: 'UNKNOWN', status: null, file: null, reason });
  expect(words).toMatchObject({ tone: 'warn', word: 'UNKNOWN' });
  expect(words.title).toContain(title);
});

test.each(['CHANGED', 'DAMAGED'] as const)('a file that is altered because it is %s is not to be relied on', (reason) => {
  expect(verdictWords({ state: 'ALTERED', status: null, file: null, reason })).toMatchObject({ tone: 'stop', word: 'ALTERED' });
});

test('a refusal is called that, and no consent', () => {
  const words = verdictWords({ state: 'AUTHENTIC', status: 'REFUSED', file: 'REFUSAL', reason: 'FOUND' });
  expect(words).toMatchObject({ tone: 'stop', word: 'REFUSED', title: 'This is a refusal of treatment, and no consent' });
});

const facts = (change: Partial<Parameters<typeof verdictFacts>[0]>) =>
  verdictFacts(
    { file: 'SIGNED', organisation: 'Demo', sealedAt: '2026-08-06T14:00:00.000Z', stampedAt: null, ...change },
    'Europe/London',
  ).map(({ term, value }) => `${term}: ${value ?? ''}`);
const belongsTo = { sealedAt: '2026-08-05T14:00:00.000Z', sha256: 'ab'.repeat(32) };

test('an addendum names the form that it belongs to with time and digest; a copy says when it was made', () => {
  const own = ['Belongs to: The form sealed at 5 August 2026, 15:00 BST', `SHA-256 of that form: ${belongsTo.sha256}`];
  expect(facts({})).toEqual(['Sealed by: Demo', 'Sealed at: 6 August 2026, 15:00 BST']);
  expect(facts({ file: 'OUTCOME', belongsTo })).toEqual(['Sealed by: Demo', 'Sealed at: 6 August 2026, 15:00 BST', ...own]);
  expect(facts({ file: 'VIEW', belongsTo })[1]).toBe('Copy made at: 6 August 2026, 15:00 BST');
  expect(facts({ file: 'VIEW', belongsTo })[2]).toBe('Copy of: The form sealed at 5 August 2026, 15:00 BST');
});

test('a time stamp is not sealed itself', () => {
  const told = facts({ file: 'TIMESTAMPED', sealedAt: null, belongsTo, stampedAt: '2026-08-07T14:00:00.000Z' });
  expect(told[0]).toBe('Stored by: Demo');
  expect(told.at(-1)).toBe('Time stamp: 7 August 2026, 15:00 BST');
  expect(told.join()).not.toContain('Sealed by');
});

test('a code may be typed with spaces and small letters', () => {
  expect(tidyCode(' ab12 cd34 ')).toBe('AB12CD34');
});

test.each(['IN_FORCE', 'SUPERSEDED', 'WITHDRAWN', 'VOIDED', 'REFUSED', null] as const)(
  'a refusal of a form that is %s is never shown as one in force',
  (status) => {
    const words = verdictWords({ state: 'AUTHENTIC', status, file: 'REFUSAL' });
    expect([words.tone, words.word]).toEqual(['stop', status === 'VOIDED' ? 'VOID' : 'REFUSED']);
    expect(words.title).toBe('This is a refusal of treatment, and no consent');
    // By its code as well, where no file is compared.
    expect(verdictWords({ state: 'AUTHENTIC', status: 'REFUSED', file: null })).toMatchObject({ tone: 'stop', word: 'REFUSED' });
  },
);
