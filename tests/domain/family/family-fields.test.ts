import { hasOutgrownForm } from '#domain/forms/form-rules.ts';
import { CourtOrder, courtOrderFaults } from '#domain/family/court-order.ts';
import { familyLines } from '#domain/family/family-words.ts';
import { EMPTY_FAMILY, FamilyFields } from '#domain/family/family.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ROWS, TODAY, USUAL } from './family-rules.table.ts';

const Fields = v.strictObject(FamilyFields);
const [mother] = USUAL.parents;

test('every family of the table is stored as it was sent', () => {
  for (const [sentence, , change] of ROWS) {
    const { basis, parents, lookedAfter, needsAllAdults, disagreement, child } = { ...USUAL, ...change };
    const sent = {
      basis,
      parents,
      lookedAfter,
      needsAllAdults,
      child,
      disagreement:
        disagreement === null
          ? null
          : { outcome: disagreement.outcome, note: disagreement.note, courtOrder: disagreement.courtOrder },
    };
    expect(v.parse(Fields, sent), sentence).toEqual(sent);
  }
});

test('every field may be absent or empty', () => {
  expect(v.parse(Fields, {})).toEqual({});
  const empty = { basis: null, parents: null, lookedAfter: null, needsAllAdults: null, disagreement: null, child: null };
  expect(v.parse(Fields, empty)).toEqual(empty);
});

test('an adult just added is filled up, and tidied', () => {
  expect(v.parse(Fields, { parents: [{ id: mother!.id, name: ' Ada ', signs: true, emailAddress: 'ADA@example.org' }] })).toEqual(
    {
      parents: [{ ...mother, name: 'Ada', relation: '', responsibility: null, emailAddress: 'ada@example.org' }],
    },
  );
});

const ids = ['a', 'b', 'c', 'd', 'e'].map((end) => `018f0000-0000-7000-8000-00000000000${end}`);
const adults = (count: number) => ids.slice(0, count).map((id) => ({ id, name: 'Demo', signs: false }));

test.each<[string, object, string]>([
  ['five adults', { parents: adults(5) }, 'At most 4 adults'],
  ['two adults of one id', { parents: [...adults(1), ...adults(1)] }, 'Two adults have the same id'],
  ['a long name', { parents: [{ ...adults(1)[0], name: 'x'.repeat(201) }] }, 'The Name must be at most 200 characters'],
  ['a basis that is not known', { basis: 'UNCLE' }, 'Who decides must be one of PARENT, CHILD, COURT'],
  [
    'a date that does not exist',
    { disagreement: { outcome: 'COURT_ORDER', courtOrder: { date: '2026-02-30' } } },
    'The date must be a real date like 1950-03-14',
  ],
])('%s is refused with a sentence', (_, fields, message) => {
  const result = v.safeParse(Fields, fields);
  expect(result.issues?.map((issue) => issue.message)).toEqual([message]);
});

test('who recorded a disagreement is not for the sender to say', () => {
  expect(v.safeParse(Fields, { disagreement: { outcome: 'AGREED', recordedBy: 'Dr Demo' } }).success).toBe(false);
});

test('a court order in parts has a fault for each open part, at its field', () => {
  const open = v.parse(CourtOrder, {});
  expect(courtOrderFaults(open, TODAY, 'authority.courtOrder').map(({ path }) => path)).toEqual([
    'authority.courtOrder.court',
    'authority.courtOrder.number',
    'authority.courtOrder.date',
    'authority.courtOrder.decision',
  ]);
  expect(courtOrderFaults(null, TODAY, 'authority.courtOrder').map(({ path }) => path)).toEqual(['authority.courtOrder']);
});

const zone = 'Europe/London';
const words = (change: Partial<typeof USUAL>) =>
  familyLines({ ...USUAL, ...change }, { age: 15, zone }).map(({ label, text }) => `${label}: ${text}`);

test('an empty part shows the age alone', () => {
  expect(familyLines(EMPTY_FAMILY, { age: 1, zone })).toEqual([{ label: 'Age', text: '1 year' }]);
});

test('every field of a family is shown in words', () => {
  const authority = ROWS.find(([sentence]) => sentence === 'an order, the local authority signs')?.[2].parents?.[0];
  const shown = words({
    lookedAfter: 'ORDER',
    needsAllAdults: true,
    parents: [
      authority!,
      { ...mother!, under16: true, signs: false, answer: 'DISAGREES', answeredHow: 'PHONE', note: 'Wants to wait' },
    ],
    disagreement: {
      outcome: 'COURT_ORDER',
      note: 'Asked the court',
      courtOrder: { court: 'Demo High Court', number: 'H1', date: '2026-08-05', decision: 'TREAT' },
      recordedBy: 'Dr Demo',
      at: '2026-08-06T09:00:00.000Z',
    },
    child: {
      ...USUAL.child!,
      note: 'Likes the nurse',
      signs: true,
      encouraged: false,
      gillick: {
        able: false,
        reason: 'Cannot weigh it up yet',
        assessor: 'Dr Demo',
        assessedAt: '2026-08-06T09:00:00.000Z',
        points: { treatment: true, risks: true, alternatives: null, weighs: false, free: true },
      },
    },
  });
  expect(shown).toEqual([
    'Age: 15 years',
    'Who decides: A parent, or another adult with responsibility',
    'Looked after by the local authority: Yes, by a court order',
    'Who must agree: All adults: nobody decides alone',
    'Adult: Cleo Demo, Social worker',
    'Parental responsibility: local authority',
    'Detail: Demo Council, team manager',
    'Order: Care order, Demo Family Court, number D1, 5 August 2026',
    'Answer: Signs this form',
    'Adult: Ada Demo, Mother, under 16',
    'Parental responsibility: mother',
    'Answer: Does not agree, answered by telephone',
    'Note: Wants to wait',
    'Disagreement: A court has decided',
    'How it was settled: Asked the court',
    'Court order: Demo High Court, number H1, 5 August 2026',
    'The court decided: For the treatment',
    'Recorded by: Dr Demo, 6 August 2026, 10:00 BST',
    'The child: Agrees, asked to sign',
    'Note about the child: Likes the nurse',
    'Parents may know: Yes',
    'Encouraged to tell a parent: No',
    'Can the child decide?: Cannot decide (not Gillick competent)',
    'Understands the treatment: Yes',
    'Understands the risks: Yes',
    'Understands the other choices, also no treatment: Not answered',
    'Can weigh this up: No',
    'Decides freely: Yes',
    'Reason: Cannot weigh it up yet',
    'Assessed by: Dr Demo, 6 August 2026, 10:00 BST',
  ]);
});

test('a private child’s wish comes first, then the child’s no in a box', () => {
  const child = { ...USUAL.child!, agreement: 'DISAGREES' as const, note: 'Is afraid', tellParents: 'NO' as const };
  const lines = familyLines({ ...USUAL, child }, { age: 15, zone });
  expect(lines.slice(0, 3)).toEqual([
    {
      label: 'Private',
      text: 'The child does not want parents to know. Send no mail, link or copy to them.',
      isSecret: true,
      isChildsOwn: true,
    },
    { label: 'The child said no', text: 'Is afraid', isBoxed: true },
    { label: 'Age', text: '15 years' },
  ]);
  expect(lines.filter(({ isBoxed }) => isBoxed === true)).toHaveLength(1);
});

test('an outcome that is not saved yet was recorded by nobody', () => {
  const disagreement = { outcome: 'AGREED', note: '', courtOrder: null, recordedBy: '', at: '' } as const;
  expect(words({ disagreement })).toContain('Disagreement: The adults now agree');
  expect(words({ disagreement }).join()).not.toContain('Recorded by');
});

test('no address is among the words of any row', () => {
  for (const [, , change] of ROWS) expect(words(change).join('\n')).not.toContain('@');
});

test.each([
  ['FORM_2', 15, 16, true],
  ['FORM_2', 17, 18, true],
  ['FORM_2', 14, 15, false],
  ['FORM_2', 16, 17, false],
  ['FORM_1', 15, 16, true],
  ['FORM_1', 17, 18, false],
  ['FORM_3', 15, 16, true],
  ['FORM_4', 17, 18, true],
  ['FORM_4', 40, 41, false],
] as const)('%s sent at %i and signed at %i', (formType, sent, now, outgrown) => {
  expect(hasOutgrownForm(formType, sent, now)).toBe(outgrown);
});
