import { expect, test } from 'vitest';
import type { CheckedConsentRow } from '#contract/consent-imports.ts';
import {
  consentLineOf,
  countLines,
  editsOf,
  isForLater,
  isReady,
  isToLookAt,
  laterLines,
  maybeDoubles,
  otherNameOf,
  sameProcedure,
  stateOf,
  textOf,
  withCheck,
  withChecks,
  withChoice,
  withDoubles,
  withEdit,
} from '#src/screens/import/consents/consent-lines.ts';
import { countWords } from '#src/screens/import/line-counts.ts';
import { laterFile } from '#src/screens/import/later-file.ts';

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
  expect(stateOf({ ...line, recordID: '018f3a10-0000-7000-8000-000000000001' })).toBe('IMPORTED');
});

test('what was written counts once the server has checked it', () => {
  const line = consentLineOf(UNKNOWN);
  expect([stateOf(line), line.faulty, isForLater(line)]).toEqual(['MEND', ['procedure'], true]);
  const written = withEdit(line, 'procedure', 'Hip');
  expect([stateOf(written), textOf(written, 'procedure'), isReady(written), isForLater(written)]).toEqual([
    'CHECKING',
    'Hip',
    false,
    true,
  ]);
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
  const lines = [UNKNOWN, { ...UNKNOWN, row: 3 }, { ...UNKNOWN, row: 4, value: { procedure: 'Other' } }, { ...READ, row: 5 }].map(
    consentLineOf,
  );
  expect(sameProcedure(lines, lines[0]!).map(({ row }) => row)).toEqual([3]);
  expect(sameProcedure([lines[0]!, withEdit(lines[1]!, 'procedure', 'Hip')], lines[0]!)).toEqual([]);
});

test('the counts say how many go where, and rows for later are a file with their faults', () => {
  const lines = [
    consentLineOf(READ),
    consentLineOf({ ...UNKNOWN, row: 3 }),
    { ...consentLineOf({ ...READ, row: 4 }), isChosen: false },
  ];
  expect(countWords(countLines(lines))).toBe('All 3 rows checked. 1 ready, 1 left out, 1 to look at.');
  const columns = [
    { heading: 'NHS', field: 'nhsNumber' },
    { heading: 'What', field: 'procedure' },
  ];
  expect(laterFile(laterLines(lines), columns)).toBe('\uFEFFNHS,What,Row,Problem\r\n9990000018,Cataract,3,Choose it.\r\n');
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
  expect([line.isChosen, stateOf(line), isReady(line), isForLater(line)]).toEqual([false, 'WHO', false, true]);
  expect(line.faulty).toEqual(IDENTITY);
  expect(otherNameOf(line)).toBe('DEMO-BEECH, Amber');
  expect(laterLines([line])[0]?.problem).toBe('The record has the name DEMO-BEECH, Amy.');
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
  const lines = [READ, { ...READ, ...double, row: 3 }, { ...READ, ...double, row: 4 }, { ...READ, row: 5 }].map(consentLineOf);
  const states = (of: typeof lines) => of.map(stateOf);
  expect(states(lines)).toEqual(['READY', 'TWICE', 'TWICE', 'READY']);
  expect(laterLines([lines[1]!])[0]?.problem).toBe('It stands in row 2 as well');
  const third = withChoice(lines, 3, true);
  expect(states(third)).toEqual(['LEFT_OUT', 'CHECK', 'TWICE', 'READY']);
  expect(states(withChoice(third, 4, true))).toEqual(['LEFT_OUT', 'TWICE', 'CHECK', 'READY']);
  expect(states(withChoice(third, 2, true))).toEqual(['READY', 'TWICE', 'TWICE', 'READY']);
  expect(states(withChoice(third, 3, false))).toEqual(['LEFT_OUT', 'TWICE', 'TWICE', 'READY']);
  // Imported rows keep their state.
  const imported = [{ ...lines[0]!, recordID: PATIENT.id }, ...lines.slice(1)];
  expect(states(withChoice(imported, 3, true))[0]).toBe('IMPORTED');
  expect(withDoubles(lines, [2])).toEqual([2, 3, 4]);
  expect(withDoubles(lines, [5])).toEqual([5]);
  const single = withCheck(lines[1]!, { ...READ, row: 3 }, lines[1]!.edits);
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
  const chosenOf = (lines: typeof open) => {
    const sent = new Map(lines.map(({ row, edits }) => [row, edits]));
    return withChecks(lines, read, sent).map(({ isChosen }) => isChosen);
  };
  expect(chosenOf(open)).toEqual([true, false]);
  expect(chosenOf(withChoice(open, 3, true))).toEqual([false, true]);
});

test('a row that was mended may be the consent of a later one, which is looked at again', () => {
  const procedure = { procedureID: PATIENT.id, procedureName: 'Cataract', sideRequired: true };
  const whole = { ...READ, patient: PATIENT, procedure };
  const lines = [
    whole,
    { ...whole, row: 3 },
    { ...whole, row: 4, procedure: null },
    { ...READ, row: 5, value: { externalID: 'X' } },
  ].map(consentLineOf);
  expect(maybeDoubles(lines, [whole])).toEqual([3]);
  expect(maybeDoubles(lines, [{ ...READ, row: 9, value: { externalID: 'X' } }])).toEqual([5]);
});
