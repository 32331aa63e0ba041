import { expect, test } from 'vitest';
import type { PackFor } from '#domain/packs/pack.ts';
import type { PackTable } from '#domain/integrity/data-catalogue.ts';
import { linesOf, packedRow, type PackRow, type StoredRow } from '#domain/packs/pack-values.ts';

const rowOf = (table: PackTable, row: StoredRow, isOwn = false): PackRow => ({ table, key: 'k', row, isOwn, consentId: 'v' });
const wordsOf = (row: PackRow) => linesOf(row, 'PATIENT').map(({ words }) => words);
const packed = (row: PackRow, kept: boolean, forWhom: PackFor = 'PATIENT') =>
  packedRow(row, { forWhom, roleOf: () => 'Clinician', isKept: () => kept });

test('a member of staff who signs is named by the role, and the address is no line', () => {
  for (const role of ['CLINICIAN', 'CONFIRMER', 'SECOND_OPINION']) {
    const row = rowOf('recipients', { role, name: 'Demo Clinician', email: 'clinician@demo.nhs.uk' });
    expect(wordsOf(row)).toEqual([]);
    expect(JSON.stringify(packed(row, true))).not.toMatch(/Demo Clinician|clinician@/);
  }
  const parent = rowOf('recipients', { role: 'PARENT', name: 'Mary Demo-Beech', email: 'mary@example.org' });
  expect(linesOf(parent, 'PATIENT')).toMatchObject([{ kind: 'CONTACT', words: 'mary@example.org' }]);
  expect(packed(parent, true)).toMatchObject({ name: 'Mary Demo-Beech', email: 'mary@example.org' });
  expect(packed(parent, false)).toMatchObject({ name: '(withheld)', email: '(withheld)' });
});

test('each detail of an event that somebody wrote is a line, and is withheld by its decision', () => {
  const written = {
    question: 'Is it true?',
    parentComments: 'Not with him',
    ownWords: 'Amber',
    nameAsSigned: 'MARY',
    reason: 'Why',
  };
  const row = rowOf('timeline', {
    type: 'SIGNED',
    actor: { kind: 'SIGNER', role: 'PARENT', name: 'Mary' },
    detail: { ...written, order: 2, method: 'TYPED', operator: 'Demo Surgeon' },
  });
  expect(wordsOf(row)).toEqual([
    'Question: Is it true?\nParent comments: Not with him\nOwn words: Amber\nName as signed: MARY\nReason: Why',
  ]);
  expect(packed(row, true)['detail']).toEqual({ ...written, order: 2, method: 'TYPED' });
  expect(packed(row, false)['detail']).toEqual({ order: 2, method: 'TYPED' });
});

test('the name that a member of staff typed below an event of their own is in no pack, and waits for nobody', () => {
  const row = rowOf('timeline', {
    type: 'CONFIRMED',
    actor: { kind: 'STAFF', role: 'Clinician', name: 'Demo Clinician' },
    detail: { typedName: 'Demo Clinician', nameExpected: 'D Clinician', outcome: 'DONE' },
  });
  expect(wordsOf(row)).toEqual([]);
  expect(packed(row, true)['detail']).toEqual({ outcome: 'DONE' });
});

test('the outcome of a talk is what somebody wrote', () => {
  const actor = { kind: 'STAFF', role: 'Clinician', name: 'Demo Clinician' };
  const row = rowOf('timeline', { type: 'TALKED', actor, detail: { about: 'risks', outcome: 'Her sister objects' } });
  expect(wordsOf(row)).toEqual(['About: risks\nOutcome: Her sister objects']);
});

test('other people on a form are told in plain words, also by one name in capitals, and an empty part is nobody', () => {
  const content = {
    parents: [{ id: 'a1', name: 'SMITH', responsibility: 'FATHER_MARRIED', emailAddress: 'a@example.org', signs: true }],
    interpreter: { name: '', mode: 'IN_PERSON', signsHere: false },
    capacity: { people: { consulted: [] }, authority: { lpa: { names: ['AMBER'], answer: 'NOT_REACHED' } } },
  };
  const [line] = linesOf(rowOf('consents', { content, pinned: null }), 'PATIENT');
  expect(line).toMatchObject({ kind: 'PEOPLE', column: 'form' });
  expect(line?.words).toBe(
    'Parents: name SMITH, responsibility father married, email address a@example.org, signs yes\nAttorneys: names AMBER, answer not reached',
  );
});

test('a form that is kept from parents is named, so that it is told from another', () => {
  const row = {
    content: { child: { tellParents: 'NO' } },
    form_type: 'FORM_1',
    version_number: 2,
    created_at: '2026-11-30T10:00:00Z',
  };
  expect(linesOf(rowOf('consents', row), 'PATIENT')).toEqual([]);
  for (const forWhom of ['PARENT', 'REPRESENTATIVE'] as const)
    expect(linesOf(rowOf('consents', row), forWhom)).toMatchObject([
      { kind: 'YOUNG', words: 'Form 1, version 2, begun on 30 November 2026: parents may not be told' },
    ]);
});

test('why a copy was asked for is what somebody wrote', () => {
  const row = rowOf('subject_packs', { reason: 'His mother fears his father', state: 'READY' });
  expect(wordsOf(row)).toEqual(['His mother fears his father']);
  expect(packed(row, false)).toMatchObject({ reason: '(withheld)', state: 'READY' });
});

test('who beside the patient says how they want to be written to is a line, and without a name once it is withheld', () => {
  const row = rowOf('contact_wishes', { role: 'PARENT', name: 'Mary Demo-Beech', refused: ['EMAIL'], preferred: null });
  expect(linesOf(row, 'PATIENT')).toMatchObject([{ kind: 'CONTACT', words: 'Mary Demo-Beech' }]);
  expect(JSON.stringify(packed(row, false))).not.toContain('Mary');
});

test('what a child wrote themself is theirs, and waits for a decision where a parent or anybody else reads the pack', () => {
  const rows = [
    rowOf('questions', { role: 'CHILD', asked_by: 'Amber', text: 'Must my mother know?', answer: null }, true),
    rowOf(
      'timeline',
      {
        type: 'NOTE_WRITTEN',
        actor: { kind: 'SIGNER', role: 'CHILD', name: 'Amber' },
        detail: { note: 'I take the pill' },
      },
      true,
    ),
  ];
  for (const row of rows) {
    expect(wordsOf(row)).toEqual([]);
    expect(JSON.stringify(packed(row, false))).toMatch(/Must my mother know|I take the pill/);
    for (const forWhom of ['PARENT', 'REPRESENTATIVE'] as const) {
      expect(linesOf(row, forWhom)).toMatchObject([{ kind: 'NOTE' }]);
      expect(JSON.stringify(packed(row, false, forWhom))).not.toMatch(/Must my mother know|I take the pill/);
      expect(JSON.stringify(packed(row, true, forWhom))).toMatch(/Must my mother know|I take the pill/);
    }
  }
});
