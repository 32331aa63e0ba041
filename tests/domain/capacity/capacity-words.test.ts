import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { Capacity, EMPTY_CAPACITY } from '#domain/capacity/capacity.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FULL_CAPACITY as FULL } from '#tests/support/forms/full-capacity.ts';
import { ADVANCE } from './capacity-rules.table.ts';

const ZONE = 'Europe/London';
const OTHER_WORDS: Readonly<Record<string, string>> = {
  PLAIN_WORDS: 'PICTURES',
  KNOWN_PERSON: 'QUIET_ROOM',
  UNKNOWN: 'YES',
  CONSENTS: 'REFUSES',
  TREAT: 'DO_NOT_TREAT',
  AGREES: 'DISAGREES',
  PHONE: 'MEETING',
};

/** Each answer's path, and the form with another answer there. */
function* changes(node: unknown, path: readonly (string | number)[] = []): Generator<[string, unknown]> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries())
      for (const [at, changed] of changes(item, [...path, index])) yield [at, node.with(index, changed)];
  } else if (typeof node === 'object' && node !== null) {
    for (const [key, item] of Object.entries(node))
      for (const [at, changed] of changes(item, [...path, key])) yield [at, { ...node, [key]: changed }];
  } else if (typeof node === 'boolean') yield [path.join('.'), !node];
  else if (typeof node === 'string') yield [path.join('.'), otherText(node)];
}

function otherText(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text.replace(/^\d{4}/, '2025');
  return OTHER_WORDS[text] ?? `${text} also`;
}

const textOf = (capacity: Capacity) => JSON.stringify(capacityLines(capacity, { zone: ZONE, formType: 'FORM_4' }));
const sectionOf = (change: Partial<Capacity>, title: string) =>
  capacityLines({ ...FULL, ...change }, { zone: ZONE, formType: 'FORM_4' }).find((section) => section.title === title)?.lines ??
  [];
const boxed = (change: Partial<Capacity>, title: string) => sectionOf(change, title).filter(({ isBoxed }) => isBoxed === true);

const all = [...changes(FULL)];

test('every field has its words', () => {
  expect(all.length).toBeGreaterThan(80);
});

test.each(all)('another answer to %s reads otherwise', (_, changed) => {
  expect(textOf(v.parse(Capacity, changed))).not.toBe(textOf(FULL));
});

test('the test comes first, and no line is empty or in the words of the wire', () => {
  const sections = capacityLines(FULL, { zone: ZONE, formType: 'FORM_4' });
  expect(sections.map(({ title }) => title)).toEqual([
    'Can the patient decide?',
    'Who may decide',
    'People who were asked',
    'What is best for the patient',
    'Second opinion',
  ]);
  for (const { label, text } of sections.flatMap(({ lines }) => lines)) {
    expect(label).toMatch(/^[A-Z]/);
    expect(text).not.toBe('');
    expect(text).not.toMatch(/\b[A-Z]{2,}_[A-Z]|\bNOT\b|null|undefined/);
  }
});

test('an open question says so, and a question that is not asked is left out', () => {
  const [first] = capacityLines(EMPTY_CAPACITY, { zone: ZONE, formType: 'FORM_4' });
  expect(first?.lines[0]).toMatchObject({ label: 'Something affects how the mind or brain works', text: 'Not answered' });
  expect(first?.lines.map(({ label }) => label)).not.toContain('Why we do not wait');
});

test('times are in the organisation’s own zone', () => {
  expect(sectionOf({}, 'Second opinion').at(-1)).toEqual({ label: 'Given at', text: '24 November 2026, 10:00 GMT' });
});

const withAdvance = (advance: Partial<typeof ADVANCE>) => ({
  authority: { ...FULL.authority, courtOrder: null, lpa: EMPTY_CAPACITY.authority.lpa, advance: { ...ADVANCE, ...advance } },
  bestInterests: { ...FULL.bestInterests, lifeSustaining: true },
});

test('a refusal in advance is boxed, whether it binds or is a past wish', () => {
  expect(boxed(withAdvance({}), 'Who may decide').map(({ text }) => text)).toEqual([
    'An advance decision refuses this treatment.',
  ]);
  expect(boxed(withAdvance({ signed: false }), 'Who may decide').map(({ text }) => text)).toEqual([
    'An advance decision refuses this treatment. Its form is not complete, so it does not bind us. It is a past wish.',
  ]);
  expect(boxed(withAdvance({ refuses: false }), 'Who may decide')).toEqual([]);
});

test('a patient who objects is boxed', () => {
  const objects = { bestInterests: { ...FULL.bestInterests, objects: true } };
  expect(boxed(objects, 'What is best for the patient')).toMatchObject([
    { label: 'The patient objects', text: 'Yes', isBoxed: true },
  ]);
  expect(boxed({}, 'What is best for the patient')).toEqual([]);
});

test('who decides comes first of all authority, with the names of those who must sign', () => {
  const authority = { ...FULL.authority, courtOrder: null, advance: EMPTY_CAPACITY.authority.advance };
  expect(sectionOf({ authority }, 'Who may decide')[0]).toMatchObject({
    label: 'Who decides',
    text: 'The attorney, Ann Attorney, Bob Attorney',
  });
  expect(sectionOf({}, 'Who may decide')[0]?.text).toBe('The court');
});

test('a reason beside people who were asked is about those with parental responsibility', () => {
  const labels = (people: Capacity['people']) => sectionOf({ people }, 'People who were asked').map(({ label }) => label);
  expect(labels(FULL.people)).toContain('Why nobody with parental responsibility was asked');
  expect(labels({ ...FULL.people, consulted: [] })).toContain('Why nobody was asked');
});

test('an advance decision about another treatment has no open questions, nor has a paper that does not cover this one', () => {
  const { advance, lpa } = EMPTY_CAPACITY.authority;
  const other = {
    authority: {
      ...FULL.authority,
      courtOrder: null,
      advance: { ...advance, found: true, refuses: false },
      lpa: { ...lpa, found: true, registered: true, seen: true, covers: false, names: ['Ann Attorney'] },
    },
    bestInterests: { ...FULL.bestInterests, lifeSustaining: false },
  };
  const open = sectionOf(other, 'Who may decide').filter(({ text }) => text === 'Not answered');
  expect(open.filter(({ label }) => /^(?:Advance|Attorney)/.test(label))).toEqual([]);
});

test('on the form of a young person stands the test alone, on page, case and document', () => {
  expect(capacityLines(FULL, { zone: ZONE, formType: 'FORM_2' }).map(({ title }) => title)).toEqual(['Can the patient decide?']);
});
