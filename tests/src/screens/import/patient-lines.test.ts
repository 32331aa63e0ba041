import { expect, test } from 'vitest';
import type { ImportedRow } from '#src/queries/imports.ts';
import { lineStateWords } from '#src/screens/import/import-words.ts';
import { countLines, countWords, isReady, isToLookAt, laterFile, stateOf, type Made } from '#src/screens/import/lines.ts';
import { comparePatients } from '#src/screens/import/patients/compare-patients.ts';
import { PATIENTS } from '#src/screens/import/patients/ImportPatients.tsx';
import {
  contactChanges,
  newContact,
  patientLineOf,
  PATIENT_RULES,
  rereadPatient,
  type HereAlready,
  type PatientLine,
} from '#src/screens/import/patients/patient-lines.ts';

const TODAY = '2026-08-06';
const READ: ImportedRow = {
  row: 2,
  cells: ['Demo-Oak', '1950-03-14', '=1'],
  value: { lastName: 'Demo-Oak', dateOfBirth: '1950-03-14', phoneNumber: '01632 960001' },
  errors: [],
  warnings: [],
  leftOut: [],
  possibleDuplicates: [],
  sameAs: [],
};
const HERE: HereAlready['patient'] = {
  id: 'here',
  recordID: 'P-000001',
  firstName: '',
  lastName: 'Demo-Oak',
  dateOfBirth: '1950-03-14',
  nhsNumber: null,
  hospitalNumber: null,
  phoneNumber: '01632 960002',
  emailAddress: null,
  address: null,
  restricted: false,
  version: 3,
};
const MADE: Made = { href: PATIENTS.words.back.href, label: 'P-000009' };
const line = (change: Partial<PatientLine> = {}, read: Partial<ImportedRow> = {}): PatientLine => ({
  ...patientLineOf({ ...READ, ...read }, 'id'),
  ...change,
});
const fault = { path: 'dateOfBirth', message: 'There is no 31 February 1950' };
const like = (reason: HereAlready['reason'], patient = HERE) => ({ patient, reason });
const written = (edits: PatientLine['edits'], of = line()) =>
  rereadPatient({ ...of, edits: { ...of.edits, ...edits } }, { notes: [], today: TODAY });

test.each<[string, PatientLine, string, boolean]>([
  ['a sound row', line(), 'Ready', true],
  ['one that is unticked', line({ isChosen: false }), 'Left out', false],
  ['one with a fault', line({}, { errors: [fault] }), 'Mend', false],
  ['one that was mended', line({ errors: [], faulty: ['dateOfBirth'] }), 'Mended', true],
  ['one whose change is not compared yet', line({ isUnchecked: true }), 'Not checked', false],
  ['one with a warning', line({}, { warnings: [{ path: 'sex', message: 'Other' }] }), 'Please check', true],
  ['the first of two in the file', line({}, { sameAs: [9] }), 'Ready', true],
  ['the second of two in the file', line({}, { sameAs: [1] }), 'Twice in file?', false],
  ['the second, who is another person', line({ answer: 'ANOTHER_PERSON' }, { sameAs: [1] }), 'Ready', true],
  ['a namesake whom nobody has judged', line({ possibleDuplicates: [like('NAME_AND_BIRTH')] }), 'Here already?', false],
  [
    'a namesake who is another person',
    line({ possibleDuplicates: [like('NAME_AND_BIRTH')], answer: 'ANOTHER_PERSON' }),
    'Ready',
    true,
  ],
  [
    'the same person with a new telephone',
    line({ possibleDuplicates: [like('NHS_NUMBER')], answer: 'NEW_CONTACT' }),
    'Left out',
    false,
  ],
  ['one whose new telephone is saved', line({ made: { ...MADE, words: 'Details saved' } }), 'Details saved', false],
  ['one that is imported', line({ made: MADE }), 'Imported', false],
])('%s is “%s”', (_, each, words, ready) => {
  const question = PATIENT_RULES.questionOf(each);
  expect(lineStateWords(stateOf(PATIENT_RULES, each), { made: each.made, question }).words).toBe(words);
  expect(isReady(PATIENT_RULES, each)).toBe(ready);
});

test.each([
  ['NHS_NUMBER', 'LEAVE_OUT'],
  ['HOSPITAL_NUMBER', 'LEAVE_OUT'],
  ['NAME_AND_BIRTH', null],
] as const)('%s: the answer begins as %s, and never as another person', (reason, answer) => {
  const duplicate = { patient: HERE, reason } as ImportedRow['possibleDuplicates'][number];
  expect(line({}, { possibleDuplicates: [duplicate] }).answer).toBe(answer);
});

test('a text is read by the rules of the file, and an empty one empties the field', () => {
  const wrong = written({ dateOfBirth: '31/02/1950' });
  expect(wrong.errors).toEqual([fault]);
  expect(written({ dateOfBirth: '14 Mar 1951' }, wrong)).toMatchObject({
    errors: [],
    value: { lastName: 'Demo-Oak', dateOfBirth: '1951-03-14', phoneNumber: '01632 960001' },
  });
  expect(written({ phoneNumber: '' }).value).toEqual({ lastName: 'Demo-Oak', dateOfBirth: '1950-03-14' });
  expect(written({ interpreterNeeded: 'yes' }).value).toMatchObject({ communication: { interpreterNeeded: true } });
});

test('what is written keeps its blanks on the page, and is read without those around it', () => {
  for (const text of ['Anne ', 'Anne M', ' ']) expect(written({ firstName: text }).edits.firstName).toBe(text);
  expect(written({ firstName: ' Anne Marie ' }).value).toMatchObject({ firstName: 'Anne Marie' });
  expect(written({ firstName: ' ' }).value).not.toHaveProperty('firstName');
});

test('the fault of a part of a field stands at the part', () => {
  const read = line({}, { errors: [{ path: 'communication.language', message: 'No such language' }] });
  expect([read.errors[0]?.path, read.faulty]).toEqual(['language', ['language']]);
});

test('new contact details are those that differ, and none where they are hidden or not known', () => {
  const same = (patient: HereAlready['patient']) => newContact(line({ possibleDuplicates: [like('NHS_NUMBER', patient)] }));
  expect(same(HERE)).toEqual({ phoneNumber: '01632 960001' });
  expect(same({ ...HERE, phoneNumber: '01632 960001' })).toEqual({});
  expect(same({ ...HERE, restricted: true })).toEqual({});
  expect(newContact(line({ possibleDuplicates: [like('NHS_NUMBER')], isContactHidden: true }))).toEqual({});
  const { version: _, ...card } = HERE;
  expect(same(card)).toEqual({});
});

test('contact details are saved of rows that are sound and compared, and once', () => {
  const chosen = line({ possibleDuplicates: [like('NHS_NUMBER')], answer: 'NEW_CONTACT' });
  const others: Partial<PatientLine>[] = [{ errors: [fault] }, { isUnchecked: true }, { made: MADE }, { answer: 'LEAVE_OUT' }];
  expect(contactChanges([chosen, ...others.map((change) => ({ ...chosen, ...change }))])).toEqual([chosen]);
});

test('the counts say how many go where, and rows for later are a file with their faults', () => {
  const lines = [line(), line({ isChosen: false }), line({}, { row: 4, errors: [fault] }), line({}, { row: 5, sameAs: [1] })];
  const words = (some: readonly PatientLine[]) => countWords(countLines(PATIENT_RULES, some));
  expect(words(lines)).toBe('All 4 rows checked. 1 ready, 1 left out, 2 to look at.');
  expect(words([...lines, line({ made: MADE })])).toBe('All 5 rows checked. 1 done, 1 ready, 1 left out, 2 to look at.');
  expect(words([line()])).toBe('The row was checked. 1 ready.');
  expect(lines.map((each) => isToLookAt(PATIENT_RULES, each))).toEqual([false, false, true, true]);
  const columns = ['Surname', 'DOB', 'Ward'].map((heading) => ({ heading, field: null }));
  expect(laterFile(PATIENT_RULES, { lines, columns })).toBe(
    "\uFEFFSurname,DOB,Ward,Row,Problem\r\nDemo-Oak,1950-03-14,'=1,4,There is no 31 February 1950\r\nDemo-Oak,1950-03-14,'=1,5,May be the same person as row 1\r\n",
  );
});

test('a mended identity is compared with who is here, and an answer stands as long as it is about the same people', async () => {
  const namesake = { patient: { ...HERE, id: 'namesake' }, reason: 'NAME_AND_BIRTH' } as const;
  const asked: unknown[] = [];
  const compare = async (of: PatientLine, found: readonly HereAlready[]) => {
    const find: Parameters<typeof comparePatients>[2] = async (identity) => {
      asked.push(identity);
      return found as Awaited<ReturnType<Parameters<typeof comparePatients>[2]>>;
    };
    const [compared] = (await comparePatients([of], [2], find))([of]);
    return compared;
  };
  const mended = written(
    { lastName: ' Demo-Ash ', hospitalNumber: 'H-1' },
    line({ isUnchecked: true, answer: 'ANOTHER_PERSON' }),
  );
  expect(await compare(mended, [])).toMatchObject({ isUnchecked: false, answer: 'ANOTHER_PERSON' });
  expect(asked).toEqual([{ id: 'id', lastName: 'Demo-Ash', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: 'H-1' }]);
  expect(await compare(mended, [namesake])).toMatchObject({ isUnchecked: false, answer: null });
  expect(await compare(mended, [like('HOSPITAL_NUMBER')])).toMatchObject({ answer: 'LEAVE_OUT' });
  // Edits since the call are not compared yet.
  const apply = await comparePatients([mended], [2], async () => [like('NHS_NUMBER')] as never);
  const since = written({ lastName: 'Demo-Elm' }, mended);
  expect(apply([since])).toEqual([since]);
  // A row with a fault is compared once it is mended.
  expect(await compare({ ...mended, errors: [fault] }, [namesake])).toMatchObject({ isUnchecked: true });
});

test('two rows that are mended to one person ask about it, and the first of them needs no answer', async () => {
  const nobody = async () => [] as never;
  const mend = (row: number, lastName: string) =>
    written({ lastName, nhsNumber: '943 476 5919' }, line({ row, id: `id ${row}`, isUnchecked: true }));
  const rows = [mend(5, 'Demo-Ash'), mend(6, 'Demo-Ashe')];
  const first = (await comparePatients(rows, [5], nobody))(rows);
  const both = (await comparePatients(first, [6], nobody))(first);
  expect(both.map(({ sameAs }) => sameAs)).toEqual([[6], [5]]);
  expect(both.map((each) => isReady(PATIENT_RULES, each))).toEqual([true, false]);
});

test('the refusal of a patient is found by its place in the call', () => {
  const sent = [line(), line({ row: 7 })];
  expect(PATIENTS.refusedAt('patients.1.communication.language', sent)).toEqual({ row: 7, field: 'language' });
  expect(PATIENTS.refusedAt('digest', sent)).toBeNull();
});
