import { expect, test } from 'vitest';
import type { SignerState } from '#domain/base/states.ts';
import type { InkBox, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { preSignedDocument } from '#server/work/documents/content/pre-signed-document.ts';
import { documentSource, type FormParts } from '#tests/support/forms/document-form.ts';
import { allSign } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney } from '#tests/support/forms/form-4.ts';
import { textsOf } from '#tests/server/work/documents/shown-text.ts';

const BLOOD = { id: 'blood', title: 'May we give blood?', answer: 'REFUSE' } as const;
const STUDENTS = { id: 'students', title: 'May students watch?', answer: null } as const;
const ANSWERS = { mattersToMe: '', additionalChoices: [BLOOD, STUDENTS], refusals: [] };
const ADULT: FormParts = { formType: 'FORM_1', age: 40, answers: ANSWERS };
const INTERPRETER = {
  name: 'Ines Demo-Interpreter',
  emailAddress: null,
  phone: null,
  language: 'Polish',
  agencyId: null,
  mode: 'IN_PERSON',
  statement: '',
  relation: null,
  relationReason: '',
  signsHere: false,
} as const;

/** The form to sign with ink, all signers waiting but those named. */
function paperOf(parts: FormParts, states: Readonly<Record<number, SignerState>> = {}): readonly PdfBlock[] {
  const source = documentSource(parts, { signatures: [] });
  const all = source.recipients.map(({ signing_order: order }) => [order, states[order] ?? 'WAITING'] as const);
  return paperDocument(source, new Map(all)).blocks;
}
const headingsOf = (blocks: readonly PdfBlock[]) => blocks.flatMap((each) => (each.kind === 'heading' ? [each.text] : []));
/** The questions asked by hand, beside what the clinician writes on every form. */
const fieldsOf = (blocks: readonly PdfBlock[]) =>
  blocks.flatMap((each) => (each.kind === 'writeFields' ? each.rows : [])).filter(({ label }) => !OF_CLINICIAN.includes(label));
const OF_CLINICIAN = ['Grade', 'Registration number', 'Note', 'Copy taken'];
const inkOf = (blocks: readonly PdfBlock[]) => blocks.filter((each): each is InkBox => each.kind === 'inkBox');
/** Heading and number of each run of empty lines. */
const linesOf = (blocks: readonly PdfBlock[]) =>
  blocks.flatMap((each, at) => (each.kind === 'writeLines' ? [[textsOf(blocks[at - 1]).join(''), each.lines]] : []));

test('a choice without an answer has boxes to tick in the words of the patient’s page; one with an answer is printed', () => {
  const blocks = paperOf(ADULT);
  expect(fieldsOf(blocks)).toEqual([{ label: STUDENTS.title, options: ['Yes', 'No', 'I want to talk about it'] }]);
  const printed = blocks.flatMap((each) => (each.kind === 'choices' ? each.rows : []));
  expect(printed).toEqual([{ title: '', answer: `${BLOOD.title} NO`, tone: 'stop' }]);
  expect(headingsOf(blocks).filter((each) => each === 'The patient’s choices')).toHaveLength(1);
});

test('what matters, and what a signer adds, have lines while they are empty', () => {
  expect(linesOf(paperOf(ADULT))).toEqual([
    ['What matters to me', 3],
    ['What the patient wants to add', 2],
  ]);
  const filled = paperOf({ ...ADULT, answers: { ...ANSWERS, mattersToMe: 'To read' } });
  expect(linesOf(filled)).toEqual([['What the patient wants to add', 2]]);
  expect(textsOf(filled)).toContain('To read');
});

test('once somebody has signed, no answer is open any more, and those who wait may add words', () => {
  const blocks = paperOf({ ...ADULT, formType: 'FORM_2', age: 11, family: allSign() }, { 1: 'SIGNED', 3: 'SIGNED' });
  expect(fieldsOf(blocks)).toEqual([]);
  expect(textsOf(blocks)).toContain(`Not answered: ${STUDENTS.title}`);
  expect(linesOf(blocks)).toEqual([['What the parents want to add', 2]]);
  const signed = inkOf(blocks).filter(({ words }) => words !== undefined);
  expect(signed.map(({ witness }) => witness)).toEqual([undefined, undefined]);
});

test('each signer who may make a mark has a witness’s boxes below; clinicians and interpreters have none', () => {
  const family = inkOf(paperOf({ formType: 'FORM_2', family: allSign() }));
  expect(family.map(({ role, witness }) => [role, witness !== undefined])).toEqual([
    ['Parent', true],
    ['Parent', true],
    ['Child, optional', true],
    ['Clinician', false],
  ]);
  expect(family[0]?.witness).toEqual({
    lead: 'If you make a mark or say it aloud, a witness signs here: an adult, not the clinician or the interpreter.',
    sentences: [
      'I was there when the signer above answered. I saw the mark.',
      'I was there when the signer above answered. I heard the words.',
    ],
  });
});

test('Form 4 asks nothing of a patient who cannot decide', () => {
  const blocks = paperOf({ formType: 'FORM_4', age: 70, capacity: capacityWithAttorney(), answers: ANSWERS });
  expect([...fieldsOf(blocks), ...linesOf(blocks)]).toEqual([]);
  expect(inkOf(blocks).map(({ role, witness }) => [role, witness !== undefined])).toEqual([
    ['Clinician', false],
    ['Person consulted', true],
  ]);
});

test('an interpreter who is here and is no signer may sign on paper; one on the telephone has no box', () => {
  const withInterpreter = (change: object) =>
    inkOf(paperOf({ ...ADULT, interpreting: { interpreterNeeded: true, interpreter: { ...INTERPRETER, ...change } } })).filter(
      ({ role, label }) => [role, label].includes('Interpreter'),
    );
  expect(withInterpreter({})).toEqual([
    {
      kind: 'inkBox',
      label: 'Interpreter',
      role: 'optional',
      name: 'Ines Demo-Interpreter',
      statement:
        'I interpreted the talk about: Tonsillectomy, in person, in Polish, as well as I can. I think it was understood. I do not decide.',
    },
  ]);
  expect(withInterpreter({ mode: 'PHONE' })).toEqual([]);
  expect(withInterpreter({ signing: 'NAMED' })).toEqual([]);
  expect(withInterpreter({ signsHere: true }).map(({ label }) => label)).toEqual(['Signature 3.1']);
  expect(paperOf(ADULT).flatMap((each) => (each.kind === 'inkBox' ? [each.label] : []))).not.toContain('Interpreter');
});

test('every form has a place for the label, lines for the clinician while they have not signed, and asks about the copy', () => {
  const asked = (blocks: readonly PdfBlock[]) =>
    blocks.flatMap((each) => (each.kind === 'writeFields' ? each.rows.map(({ label }) => label) : []));
  const open = paperOf(ADULT);
  expect(open.filter(({ kind }) => kind === 'labelBoxes')).toHaveLength(1);
  expect(asked(open).slice(-4)).toEqual(OF_CLINICIAN);
  expect(asked(paperOf(ADULT, { 2: 'SIGNED' })).filter((each) => OF_CLINICIAN.includes(each))).toEqual(['Copy taken']);
  // The text is read before it is signed: the form's own text stands before every box.
  const kinds = open.map(({ kind }) => kind);
  expect(headingsOf(open).indexOf('Your rights')).toBeLessThan(headingsOf(open).indexOf('Signatures'));
  expect(kinds.indexOf('inkBox')).toBeGreaterThan(
    open.findIndex((each) => each.kind === 'heading' && each.text === 'Your rights'),
  );
});

test('neither the signed document nor the form before signing has places for ink', () => {
  const source: DocumentSource = documentSource(ADULT);
  for (const { blocks } of [consentDocument(source), preSignedDocument(source, 'READY')]) {
    expect(blocks.filter(({ kind }) => ['writeFields', 'writeLines', 'writeBoxes', 'inkBox'].includes(kind))).toEqual([]);
    expect(textsOf(blocks)).toContain(`Not answered: ${STUDENTS.title}`);
  }
});
