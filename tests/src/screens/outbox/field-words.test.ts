import { calls, type QueuedCall } from '#contract/calls.ts';
import { fieldLabel, isShown, valueLines, valueWords } from '#src/screens/outbox/field-words.ts';
import { queuedCalls } from '#store/outbox/calls.ts';
import { expect, test } from 'vitest';
import { id } from './build.ts';

const names = { library: { [id(20)]: 'Cataract surgery with lens implant' } };

test('a field is told as people read it', () => {
  expect(valueWords('dateOfBirth', '1950-03-14', names)).toBe('14 March 1950');
  expect(valueWords('nhsNumber', '9990000018', names)).toBe('999 000 0018');
  expect(valueWords('sex', 'NOT_STATED', names)).toBe('Not stated');
  expect(valueWords('status', 'DECEASED', names)).toBe('Deceased');
  expect(valueWords('phoneNumber', null, names)).toBe('Empty');
  expect(valueWords('communication', { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' }, names)).toBe(
    'Language: Polish · Interpreter needed: Yes · Reading format: Large print',
  );
});

test('what a person typed stays to the letter', () => {
  expect(valueWords('mattersToMe', 'READING_AT_HOME  and <b>walks</b>', names)).toBe('READING_AT_HOME  and <b>walks</b>');
  expect(valueLines('refusals', ['Blood', 'Photographs'], names)).toEqual(['Blood', 'Photographs']);
});

test('a procedure has its name and its side in words, and everything that was written for it', () => {
  const risk = { name: 'Infection', text: 'Inside the eye', frequency: { num: 1, den: 1000 }, core: true };
  expect(valueLines('procedures', [{ procedureID: id(20), side: 'RIGHT', site: 'eye', risks: [risk] }], names)).toEqual([
    'Cataract surgery with lens implant, RIGHT eye',
    'Risks:',
    '– Infection · Inside the eye · Frequency: 1 in 1,000 · Core: Yes',
  ]);
  expect(valueLines('procedures', [{ procedureID: id(21), side: 'LEFT' }], names)).toEqual([
    'A procedure of the library, LEFT side',
  ]);
});

test('a role that is no signer’s, such as a witness’s, is told as it was typed', () => {
  expect(valueLines('witness', { name: 'Demo Witness', role: 'Ward sister' }, names)).toEqual([
    'Demo Witness',
    'Role: Ward sister',
  ]);
  expect(valueWords('role', 'SECOND_OPINION', names)).toBe('Second opinion');
});

test('a place on a surgery list is told in words, and so is none', () => {
  const listed = { date: '2026-12-03', theatre: 'Theatre 2', listType: 'THEATRE' };
  expect(valueWords('listed', listed, names)).toBe('3 December 2026 · Theatre 2 · Theatre list');
  expect(valueWords('listed', { ...listed, theatre: null, listType: 'WAITING' }, names)).toBe('3 December 2026 · Waiting list');
  expect(valueWords('listed', null, names)).toBe('Not on a list');
  expect(['listed', 'date', 'theatre', 'listType'].map(fieldLabel)).toEqual(['Listed for surgery', 'Date', 'Theatre', 'List']);
});

test('bookkeeping is not shown, and a field that nobody has named yet still has words', () => {
  expect(['id', 'consentID', 'handoverId', 'version', 'activeTab', 'capturedAt'].filter(isShown)).toEqual([]);
  expect(isShown('lastName')).toBe(true);
  expect(fieldLabel('someNewField')).toBe('Some new field');
});

test('a section is its title and its words, without the marks of its text', () => {
  const nodes = [
    { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'Rest', bold: true }] }] },
    { text: 'Eat' },
  ];
  const sections = [{ id: id(30), title: 'Going home', nodes }];
  expect(valueLines('procedures', [{ procedureID: id(20), side: null, sections }], names)).toEqual([
    'Cataract surgery with lens implant',
    'Sections:',
    '– Going home · Text: Rest Eat',
  ]);
});

test('every field that a queued call may carry has a name in words, or is not shown', () => {
  // The keys of the table are the names of its calls.
  for (const call of Object.keys(queuedCalls) as QueuedCall[])
    for (const field of Object.keys(calls[call].input.entries).filter(isShown))
      expect(fieldLabel(field), `${call} ${field}`).toMatch(/^[A-Z][^_]*$/);
});
