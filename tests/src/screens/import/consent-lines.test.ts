import { expect, test } from 'vitest';
import type { CheckedConsentRow } from '#contract/consent-imports.ts';
import type { ConsentImportField } from '#domain/imports/import-consent.ts';
import {
  consentLineOf,
  CONSENT_RULES,
  editsOf,
  maybeDoubles,
  otherNameOf,
  rereadConsent,
  sameProcedure,
  withCheck,
  withChecks,
  withChoice,
  withDoubles,
  type ConsentLine,
} from '#src/screens/import/consents/consent-lines.ts';
import { CONSENTS } from '#src/screens/import/consents/ImportConsents.tsx';
import * as lines from '#src/screens/import/lines.ts';

const stateOf = (line: ConsentLine) => lines.stateOf(CONSENT_RULES, line);
const isReady = (line: ConsentLine) => lines.isReady(CONSENT_RULES, line);
const isToLookAt = (line: ConsentLine) => lines.isToLookAt(CONSENT_RULES, line);
const questionOf = (line: ConsentLine) => CONSENT_RULES.questionOf(line)?.words;
const problemOf = (line: ConsentLine) =>
  lines
    .laterFile(CONSENT_RULES, { lines: [line], columns: [] })
    .split('\r\n')[1]
    ?.split(',')
    .slice(1)
    .join();
const MADE: lines.Made = { href: CONSENTS.words.back.href, label: 'Open' };
/** As the machine writes a text into a row: what the server says of it is old from then on. */
const withEdit = (line: ConsentLine, field: ConsentImportField, text: string): ConsentLine => ({
  ...line,
  edits: { ...line.edits, [field]: text },
  errors: [],
  isUnchecked: true,
});

const READ: CheckedConsentRow = {
  row: 2,
  ok: true,
  cells: ['9990000018', 'Cataract'],
  value: { nhsNumber: '9990000018', procedure: 'Cataract' },
  errors: [],
  warnings: [],
  patient: null,
  procedure: null,
  side: 'LEFT',
};
const UNKNOWN = { ...READ, ok: false, errors: [{ path: 'procedure', message: 'Choose it.' }] };

test('a sound row is ready, one with a warning too, and one that was left out is not', () => {
  const line = consentLineOf(READ);
  expect([stateOf(line), isReady(line), isToLookAt(line)]).toEqual(['READY', true, false]);
  const warned = consentLineOf({ ...READ, warnings: [{ path: 'lastName', message: 'Another name' }] });
  expect([stateOf(warned), isReady(warned), isToLookAt(warned)]).toEqual(['CHECK', true, true]);
  expect(stateOf({ ...line, isChosen: false })).toBe('LEFT_OUT');
  expect(stateOf({ ...line, made: MADE })).toBe('IMPORTED');
});

test('what was written counts once the server has checked it', () => {
  const line = consentLineOf(UNKNOWN);
  expect([stateOf(line), line.faulty, problemOf(line)]).toEqual(['MEND', ['procedure'], 'Choose it.']);
  const written = withEdit(line, 'procedure', 'Hip');
  expect([stateOf(written), isReady(written), problemOf(written)]).toEqual(['CHECKING', false, 'Not checked']);
  const checked = withCheck(written, { ...READ, cells: [] }, written.edits);
  expect([stateOf(checked), checked.cells]).toEqual(['MENDED', READ.cells]);
  expect(editsOf([checked])).toEqual([{ row: 2, field: 'procedure', value: 'Hip' }]);
});

test('an answer to what was written before changes nothing', () => {
  const first = withEdit(consentLineOf(UNKNOWN), 'procedure', 'Hip');
  const second = withEdit(first, 'procedure', 'Knee');
  expect(withCheck(second, READ, first.edits)).toBe(second);
});

test('another fault of a checked row gets a field of its own, and the first keeps its', () => {
  const written = withEdit(consentLineOf(UNKNOWN), 'procedure', 'Hip');
  const checked = withCheck(written, { ...READ, errors: [{ path: 'side', message: 'Enter it' }] }, written.edits);
  expect([stateOf(checked), checked.faulty]).toEqual(['MEND', ['procedure', 'side']]);
});

test('rows that name a procedure in the same unknown words are mended with it', () => {
  const rows = [UNKNOWN, { ...UNKNOWN, row: 3 }, { ...UNKNOWN, row: 4, value: { procedure: 'Other' } }, { ...READ, row: 5 }].map(
    consentLineOf,
  );
  expect(sameProcedure(rows, rows[0]!).map(({ row }) => row)).toEqual([3]);
  expect(sameProcedure([rows[0]!, withEdit(rows[1]!, 'procedure', 'Hip')], rows[0]!)).toEqual([]);
});

test('a text is read by the rules of the row alone, and the fault of the row as a whole stays', () => {
  const notes = [{ path: '', message: 'Too many cells' }];
  const line = consentLineOf(UNKNOWN);
  const { errors } = rereadConsent(
    { ...line, edits: { procedure: 'Hip ', formType: 'Form 9' } },
    { notes, clock: { now: Date.parse('2026-08-06T14:05:00.000Z'), timeZone: 'Europe/London' } },
  );
  expect(errors[0]).toEqual(notes[0]);
  expect(errors.map(({ path }) => path)).toEqual(['', 'formType', 'dateOfBirth', 'status']);
});

const PATIENT: NonNullable<CheckedConsentRow['patient']> = {
  id: '018f3a10-0000-7000-8000-000000000001',
  recordID: 'P-000001',
  firstName: 'Amy',
  lastName: 'Demo-Beech',
  dateOfBirth: '1950-03-14',
  nhsNumber: '9990000018',
  hospitalNumber: null,
  status: 'ACTIVE',
};
const TWIN: CheckedConsentRow = {
  ...READ,
  value: { ...READ.value, firstName: 'Amber', lastName: 'Demo-Beech' },
  patient: PATIENT,
  warnings: [{ path: 'firstName', message: 'The record has the name DEMO-BEECH, Amy.' }],
};
const IDENTITY = ['lastName', 'firstName', 'dateOfBirth', 'nhsNumber', 'hospitalNumber'];

test('a row with another first name starts unticked, shows both names, and can be mended in each field that tells who it is', () => {
  const line = consentLineOf(TWIN);
  expect([line.isChosen, stateOf(line), isReady(line), questionOf(line)]).toEqual([false, 'ASK', false, 'Same person?']);
  expect(line.faulty).toEqual(IDENTITY);
  expect(otherNameOf(line)).toBe('DEMO-BEECH, Amber');
  expect(problemOf(line)).toBe('"The record has the name DEMO-BEECH, Amy."');
  const [chosen] = withChoice([line], 2, true);
  expect([stateOf(chosen!), isReady(chosen!)]).toEqual(['CHECK', true]);
  // The answer is valid only for this patient, and for the same question.
  expect(withCheck(chosen!, TWIN, chosen!.edits).isChosen).toBe(true);
  const another = { ...TWIN, patient: { ...PATIENT, id: '018f3a10-0000-7000-8000-000000000002' } };
  expect(withCheck(chosen!, another, chosen!.edits).isChosen).toBe(false);
  const mended = withCheck(line, { ...TWIN, warnings: [] }, line.edits);
  expect([mended.isChosen, stateOf(mended)]).toEqual([true, 'MENDED']);
});

test('the name of the record is told beside that of the file where they differ', () => {
  const named = (value: Record<string, string>) => otherNameOf(consentLineOf({ ...TWIN, value, warnings: [] }));
  expect(named({ lastName: 'DEMO-BEECH', firstName: 'amy' })).toBeNull();
  expect(named({})).toBeNull();
  expect(named({ lastName: 'Demo-Married' })).toBe('DEMO-MARRIED');
  expect(named({ firstName: 'Amber' })).toBe('Amber');
});

test.each(IDENTITY)('a fault at %s opens every field that tells who it is', (path) => {
  expect(consentLineOf({ ...READ, ok: false, errors: [{ path, message: 'No' }] }).faulty).toEqual(IDENTITY);
});

test('of rows with the same consent a person chooses one', () => {
  const double = { ok: false, errors: [{ path: '', message: 'It stands in row 2 as well' }], doubleOf: 2 };
  const rows = [READ, { ...READ, ...double, row: 3 }, { ...READ, ...double, row: 4 }, { ...READ, row: 5 }].map(consentLineOf);
  const states = (of: typeof rows) => of.map(stateOf);
  expect(states(rows)).toEqual(['READY', 'ASK', 'ASK', 'READY']);
  expect(consentLineOf({ ...READ, ...double, errors: [{ path: 'externalID', message: 'Twice' }] }).faulty).toEqual([
    'externalID',
  ]);
  expect([questionOf(rows[1]!), problemOf(rows[1]!)]).toEqual(['Choose one', 'It stands in row 2 as well']);
  const third = withChoice(rows, 3, true);
  expect(states(third)).toEqual(['LEFT_OUT', 'CHECK', 'ASK', 'READY']);
  expect(states(withChoice(third, 4, true))).toEqual(['LEFT_OUT', 'ASK', 'CHECK', 'READY']);
  expect(states(withChoice(third, 2, true))).toEqual(['READY', 'ASK', 'ASK', 'READY']);
  expect(states(withChoice(third, 3, false))).toEqual(['LEFT_OUT', 'ASK', 'ASK', 'READY']);
  // Imported rows keep their state.
  const imported = [{ ...rows[0]!, made: MADE }, ...rows.slice(1)];
  expect(states(withChoice(imported, 3, true))[0]).toBe('IMPORTED');
  expect(withDoubles(rows, [2])).toEqual([2, 3, 4]);
  expect(withDoubles(rows, [5])).toEqual([5]);
  const single = withCheck(rows[1]!, { ...READ, row: 3 }, rows[1]!.edits);
  expect([single.doubleOf, single.isChosen]).toEqual([undefined, true]);
});

test('a row whose question is over does not take the place of its double that was chosen', () => {
  const double = { ...READ, ok: false, row: 3, errors: [{ path: '', message: 'It stands in row 2 as well' }], doubleOf: 2 };
  const open = [TWIN, double].map(consentLineOf);
  const sound = { ...TWIN, warnings: [] };
  const read = new Map<number, CheckedConsentRow>([
    [2, sound],
    [3, double],
  ]);
  const chosenOf = (rows: typeof open) => {
    const sent = new Map(rows.map(({ row, edits }) => [row, edits]));
    return withChecks(rows, read, sent).map(({ isChosen }) => isChosen);
  };
  expect(chosenOf(open)).toEqual([true, false]);
  expect(chosenOf(withChoice(open, 3, true))).toEqual([false, true]);
});

test('a row that was mended may be the consent of a later one, which is looked at again', () => {
  const procedure = { procedureID: PATIENT.id, procedureName: 'Cataract', sideRequired: true };
  const whole = { ...READ, patient: PATIENT, procedure };
  const rows = [
    whole,
    { ...whole, row: 3 },
    { ...whole, row: 4, procedure: null },
    { ...READ, row: 5, value: { externalID: 'X' } },
  ].map(consentLineOf);
  expect(maybeDoubles(rows, [2])).toEqual([3]);
  expect(maybeDoubles([...rows, { ...rows[3]!, row: 9 }], [9])).toEqual([5]);
});

test('the refusal of a consent is found by the number of its row', () => {
  expect(CONSENTS.refusedAt('rows.7.procedure', [])).toEqual({ row: 7, field: 'procedure' });
  expect(CONSENTS.refusedAt('rows.7', [])).toEqual({ row: 7, field: '' });
  expect(CONSENTS.refusedAt('digest', [])).toBeNull();
});
