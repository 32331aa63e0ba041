import { describe, expect, test } from 'vitest';
import { prepare } from '#server/outside/pdf/prepare.ts';
import { printNoteOf } from '#domain/values/printable.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { aProcedure, documentSource, withWitness } from '#tests/support/forms/document-form.ts';
import { aChild, allSign, anAbleChild, aParent, family2 } from '#tests/support/forms/form-2.ts';
import { capacityWithSecondOpinion } from '#tests/support/forms/form-4.ts';
import { factOf, headingsOf, signaturesOf, textOf } from './drawn-parts.ts';
import { textsOf } from './shown-text.ts';

describe('signers beside the others', () => {
  test('a witness stands beside the mark they attest', () => {
    const source = withWitness(documentSource({ family: { ...allSign() } }), 2);
    const drawn = JSON.parse(prepare(consentDocument(source)).json) as {
      blocks: { kind: string; items: { label: string[] }[] }[];
    };
    const rows = drawn.blocks.flatMap(({ kind, items }) => (kind === 'signatures' ? [items.map(({ label }) => label[0])] : []));
    expect(rows).toEqual([['Signature 1.1'], ['Signature 2.1', 'Signature 5.1'], ['Signature 3.1', 'Signature 4.1']]);
    expect(signaturesOf(source)[2]).toMatchObject({
      role: 'Witness',
      name: 'Wendy Demo-Witness',
      statement: 'I was there when Ben Demo-Father answered. I saw the mark.',
    });
    expect(signaturesOf(source)[2]).toMatchObject({ method: 'Typed name, as witness of Signature 2.1' });
  });

  test('a witness who signs later was not beside the signer', () => {
    const source = withWitness(documentSource({ family: { ...allSign() } }), 2);
    const identityOf = (form: typeof source) => signaturesOf(form)[2]?.identity;
    expect(identityOf(source)).toBe('On the hospital’s device, beside the signer; identity not separately confirmed');
    const signatures = source.signatures.map((each) => (each.role === 'WITNESS' ? { ...each, handover_id: 'another' } : each));
    expect(identityOf({ ...source, signatures })).toBe(
      'On the hospital’s device, handed over by the clinician; identity not separately confirmed',
    );
    const identity = { confirmed: true, at: '2026-08-06T14:00:00.000Z' };
    const recipients = source.recipients.map((each) => (each.role === 'WITNESS' ? { ...each, identity } : each));
    expect(identityOf({ ...source, signatures, recipients })).toBe(
      'On the hospital’s device; said own name, 6 August 2026, 15:00:00 BST',
    );
  });

  const interpreter = {
    name: 'Ines Demo-Interpreter',
    emailAddress: null,
    phone: '+44 20 7946 0000',
    language: 'Polish',
    agencyId: 'A 12',
    mode: 'PHONE',
    statement: 'I said it twice.',
    relation: null,
    relationReason: '',
    signsHere: true,
    adult: true,
    for: 'BOTH',
    signing: 'HERE',
  } as const;
  const interpreted = (change: object) =>
    documentSource({
      family: { ...family2() },
      interpreting: { interpreterNeeded: true, interpreter: { ...interpreter, ...change } },
    });

  test('an interpreter said their own name; what they wrote is printed, their telephone is not', () => {
    const source = interpreted({});
    const identity = { confirmed: true, at: '2026-08-06T14:00:00.000Z' };
    const confirmed = {
      ...source,
      recipients: source.recipients.map((each) => (each.role === 'INTERPRETER' ? { ...each, identity } : each)),
    };
    expect(signaturesOf(confirmed).at(-1)?.identity).toBe(
      'Said own name and agency number A 12, by telephone, 6 August 2026, 15:00:00 BST',
    );
    expect(factOf(confirmed, 'Interpreter')).toBe(
      'Ines Demo-Interpreter, Polish, by telephone, for the patient and the parents, agency number A 12',
    );
    expect(textOf(confirmed)).toContain('The interpreter’s own words\nI said it twice.');
    expect(JSON.stringify(consentDocument(confirmed))).not.toContain('7946');
  });

  test('one who is named alone did not sign', () => {
    const source = interpreted({ signsHere: false, signing: 'NAMED' });
    const how = 'Named by Demo Clinician, by telephone, did not sign';
    const named = { label: 'No signature', role: 'Interpreter', name: 'Ines Demo-Interpreter' };
    expect(signaturesOf(source).at(-1)).toMatchObject({ ...named, mark: { kind: 'absent', words: how } });
  });
});

test('a form for consent again says what has changed since the form before', () => {
  const before = aProcedure({ alternatives: ['No treatment'] });
  const changed = documentSource({ oldProcedures: [before] });
  expect(textOf(changed)).toContain('What has changed since the form before\nTonsillectomy\nNew other choice: Waiting');
  const same = documentSource({ oldProcedures: [aProcedure()] });
  expect(textOf(same)).toContain('What has changed since the form before\nNothing in the procedures');
  expect(headingsOf(documentSource())).not.toContain('What has changed since the form before');
});

test('letters without a font are named to staff wherever they are pinned', () => {
  const child = anAbleChild({ note: 'x', agreement: 'DISAGREES' });
  const forms = [
    documentSource({
      family: { ...family2({ child, parents: [aParent({ note: 'x', detail: 'x' })] }) },
      oldProcedures: [aProcedure()],
    }),
    documentSource({ family: { ...family2({ child: aChild() }) }, interpreting: { interpreterNoneReason: 'x' } }),
    documentSource({ formType: 'FORM_4', age: 76, capacity: capacityWithSecondOpinion() }),
  ];
  for (const { pinned } of forms) {
    const json = JSON.stringify(pinned);
    const texts = textsOf(pinned).filter((text) => text !== '');
    expect(texts.length).toBeGreaterThan(20);
    for (const text of new Set(texts)) {
      const changed: unknown = JSON.parse(json, (_key, value: unknown) => (value === text ? `${text}ᚠ` : value));
      expect(printNoteOf(changed), text).toBe('ᚠ will print as [words in another script]');
    }
  }
});

test('a typed name that is long stays inside its box', () => {
  const source = documentSource({ family: { ...family2({ parents: [aParent({ name: 'Ada '.repeat(20).trim() })] }) } });
  const drawn = JSON.parse(prepare(consentDocument(source)).json) as { blocks: { items?: { mark: { size?: number } }[] }[] };
  const sizes = drawn.blocks.flatMap(({ items = [] }) => items.map(({ mark }) => mark?.size));
  expect(sizes).toContain(9);
});
