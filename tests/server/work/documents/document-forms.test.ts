import { describe, expect, test } from 'vitest';
import { capacityLines } from '#domain/capacity-words.ts';
import { familyLines } from '#domain/family-words.ts';
import type { PdfBlock, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { prepare } from '#server/outside/pdf/prepare.ts';
import { consentDocument, unprintable } from '#server/work/documents/document.ts';
import type { DocumentSource } from '#server/work/documents/document-source.ts';
import { aProcedure, documentSource, withoutSignature, withWitness } from '#tests/support/document-form.ts';
import { allSign, anAbleChild, anotherParent, aParent, aChild, COURT_TREATS, family2 } from '#tests/support/form-2.ts';
import { capacityWithAttorney, capacityWithSecondOpinion, completeCapacity, DEMO_DAUGHTER } from '#tests/support/form-4.ts';
import { textsOf } from './shown-text.ts';

const ZONE = 'Europe/London';
const blocksOf = (source: DocumentSource) => consentDocument(source).blocks;
const textOf = (source: DocumentSource) => textsOf(blocksOf(source)).join('\n');
const isSignature = (block: PdfBlock): block is SignatureBlock => block.kind === 'signature';
const signaturesOf = (source: DocumentSource) => blocksOf(source).filter(isSignature);
const noticesOf = (source: DocumentSource) =>
  blocksOf(source).flatMap((block) =>
    block.kind === 'notice' ? [[block.tone, block.title, textsOf(block.spans).join('')]] : [],
  );
const headingsOf = (source: DocumentSource) =>
  blocksOf(source).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
const factOf = (source: DocumentSource, term: string) =>
  blocksOf(source)
    .flatMap((block) => (block.kind === 'facts' ? block.rows : []))
    .find((row) => row.term === term)
    ?.value.map(({ text }) => text)
    .join('');

const recordedBy = { recordedBy: 'Demo Clinician', at: '2026-08-06T14:04:00.000Z' };
const settled = { outcome: 'ONE_SUFFICES', note: 'Both were asked again 😀', courtOrder: null, ...recordedBy } as const;

describe('a form for a child', () => {
  test('says every field of the family in words, and no address', () => {
    const family = allSign();
    const withAddress = { ...family, parents: [aParent({ emailAddress: 'mother@example.org' }), anotherParent()] };
    const source = documentSource({ family: withAddress });
    const lines = familyLines({ ...withAddress, disagreement: null }, { age: 11, zone: ZONE });
    for (const { label, text } of lines) expect(factsOf(source)).toContainEqual([label, text]);
    expect(JSON.stringify(consentDocument(source))).not.toContain('mother@example.org');
    expect(factOf(source, 'Who decides')).toBe(
      'A parent, or another adult with responsibility: Ada Demo-Mother, Ben Demo-Father',
    );
    expect(factOf(source, 'Able to decide for the child')).toContain('Yes');
  });

  test('boxes on page 1 that the child said no, and that parents are not to know', () => {
    const child = anAbleChild({ agreement: 'DISAGREES', note: 'Is afraid', tellParents: 'NO', encouraged: true });
    const source = documentSource({ family: { ...family2({ child }) } });
    expect(noticesOf(source)).toEqual([
      ['warn', 'Private', 'The child does not want parents to know. Send no mail, link or copy to them.'],
      ['stop', 'The child said no', 'Is afraid'],
    ]);
    expect(blocksOf(source)[1], 'behind the identity alone').toMatchObject({ kind: 'notice', title: 'Private' });
    expect(factOf(source, 'The child said no'), 'once').toBeUndefined();
  });

  test('names those who sign in the patient’s block, and who of them was not required', () => {
    const source = documentSource({ family: { ...allSign() } });
    expect(signaturesOf(source).map(({ label, role, name }) => [label, role, name])).toEqual([
      ['Signature 1.1', 'Parent', 'Ada Demo-Mother'],
      ['Signature 2.1', 'Parent', 'Ben Demo-Father'],
      ['Signature 3.1', 'Child, optional', 'Amber Demo-Rowan'],
      ['Signature 4.1', 'Clinician', 'Demo Clinician'],
    ]);
    expect(referencesOf(source)).toEqual([
      'Signature 1.1, Ada Demo-Mother, parent: under “Signatures” above',
      'Signature 2.1, Ben Demo-Father, parent: under “Signatures” above',
      'Signature 3.1, Amber Demo-Rowan, child: under “Signatures” above',
      'Signature 4.1, Demo Clinician, clinician: under “Signatures” above',
    ]);
  });

  test('says of an optional signer that they did not sign, or did not agree and why', () => {
    const source = documentSource({ family: { ...allSign() } });
    const away = withoutSignature(source, 3, { state: 'EXPIRED' });
    expect(signaturesOf(away)[2]?.mark).toEqual({ kind: 'empty', words: 'Did not sign' });
    const refused = withoutSignature(source, 3, { state: 'DECLINED' }, { reason: 'Not me', comments: 'ever 😀' });
    expect(signaturesOf(refused)[2]).toMatchObject({
      mark: { kind: 'empty', words: 'Did not agree' },
      note: 'Not me\never [U+1F600]',
    });
    expect(noticesOf(refused)).toEqual([['stop', 'The child said no', 'Not me\never [U+1F600]']]);
    expect(unprintable(blocksOf(refused))).toEqual([]);
  });

  test('prints how a disagreement was settled while the form was out, with who recorded it and when', () => {
    const source = documentSource({ family: { ...allSign() } });
    const open = withoutSignature(source, 2, { state: 'DECLINED', required: false }, { reason: 'Too soon' });
    const closed = { ...open, settled };
    expect(headingsOf(closed)).toContain('Disagreement while the form was out');
    expect(factOf(closed, 'Disagreement')).toBe('The consent of one adult is enough');
    expect(factOf(closed, 'How it was settled')).toBe('Both were asked again [U+1F600]');
    expect(factOf(closed, 'Recorded by')).toBe('Demo Clinician, 6 August 2026, 15:04 BST');
    expect(signaturesOf(closed)[1]?.mark).toEqual({
      kind: 'empty',
      words: 'Did not agree. The disagreement was settled without this signature',
    });
    expect(noticesOf(closed)).toEqual([['warn', 'Ben Demo-Father did not agree', 'Too soon']]);
    expect(headingsOf(open)).not.toContain('Disagreement while the form was out');
  });

  test('prints a court’s decision from before it was sent, whose author is not pinned', () => {
    const disagreement = { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS, ...recordedBy } as const;
    const source = documentSource({ family: { ...family2({ basis: 'COURT' }), disagreement } });
    expect(JSON.stringify(source.pinned)).not.toContain('recordedBy');
    expect(factOf(source, 'The court decided')).toBe('For the treatment');
    expect(factOf(source, 'Recorded by')).toBeUndefined();
    expect(factOf({ ...source, recorded: disagreement }, 'Recorded by')).toBe('Demo Clinician, 6 August 2026, 15:04 BST');
  });

  test('prints what parents, child and interpreter added', () => {
    const comments = { patient: 'Will it hurt?', parent: 'We stay with her', interpreter: 'All was said twice' };
    const text = textOf({ ...documentSource({ family: { ...family2() } }), comments });
    for (const [title, words] of [
      ['The patient added', comments.patient],
      ['The parents added', comments.parent],
      ['The interpreter added', comments.interpreter],
    ])
      expect(text).toContain(`${title}\n${words}`);
  });

  test('of 16 or 17 who cannot decide has the test of capacity, and nothing else of Form 4', () => {
    const source = documentSource({ age: 17, family: { ...family2() }, capacity: completeCapacity() });
    expect(headingsOf(source)).toContain('Can the patient decide?');
    expect(headingsOf(source)).not.toContain('Who may decide');
  });

  test.each([
    ['FORM_1', 76, {}, undefined, false],
    ['FORM_1', 17, {}, '17 years', false],
    ['FORM_3', 17, {}, '17 years', false],
    ['FORM_1', 15, { child: anAbleChild() }, '15 years', true],
    ['FORM_3', 15, { child: anAbleChild() }, '15 years', true],
  ] as const)('%s prints the age at %i, and below 16 how the child was judged', (formType, age, family, words, isChild) => {
    const source = documentSource({ formType, age, family });
    expect(factOf(source, 'Age')).toBe(words);
    expect(headingsOf(source).includes('The child')).toBe(isChild);
    expect(factOf(source, 'Can the child decide?')).toBe(isChild ? 'Can decide (Gillick competent)' : undefined);
  });
});

describe('a form in somebody’s best interests', () => {
  const ofFour = (capacity = completeCapacity()) => documentSource({ formType: 'FORM_4', age: 76, capacity });

  test('says every field in words, the test first, and that the patient did not sign', () => {
    const source = ofFour(capacityWithSecondOpinion());
    const sections = capacityLines(capacityWithSecondOpinion(), ZONE);
    const titles = sections.map(({ title }) => title);
    expect(headingsOf(source).filter((each) => titles.includes(each))).toEqual(titles);
    expect(titles[0]).toBe('Can the patient decide?');
    for (const { label, text } of sections.flatMap(({ lines }) => lines)) expect(factsOf(source)).toContainEqual([label, text]);
    expect(signaturesOf(source)[0]).toMatchObject({
      role: 'Patient',
      name: 'Amber Demo-Rowan',
      mark: { kind: 'empty', words: 'Not signed: cannot decide' },
    });
    expect(referencesOf(source)[0]).toBe('Not signed: cannot decide');
    expect(factOf(source, 'Who decides')).toBe('The clinician, in the patient’s best interests');
    expect(factOf(source, 'Able to decide')).toContain('No');
  });

  const refusal = { found: true, valid: true, applicable: true, refuses: true, beforeLpa: false };
  const formal = { written: true, signed: true, witnessed: true, evenIfLife: true };
  test.each([
    ['an objection', capacityWithSecondOpinion(), ['The patient objects', 'Yes']],
    [
      'an advance decision that refuses (A6)',
      completeCapacity({ authority: { advance: { ...refusal, ...formal } } }),
      ['Please note', 'An advance decision refuses this treatment.'],
    ],
    [
      'one whose form is not complete (A7)',
      completeCapacity({
        authority: { advance: { ...refusal, ...formal, witnessed: false } },
        bestInterests: { lifeSustaining: true },
      }),
      [
        'Please note',
        'An advance decision refuses this treatment. Its form is not complete, so it does not bind us. It is a past wish.',
      ],
    ],
  ])('boxes %s on page 1', (_what, capacity, box) => {
    expect(noticesOf(ofFour(capacity))).toEqual([['stop', ...box]]);
    expect(blocksOf(ofFour(capacity))[1]).toMatchObject({ kind: 'notice', title: box[0] });
  });

  test('has an attorney and a second opinion in the clinic’s block', () => {
    expect(signaturesOf(ofFour(capacityWithAttorney())).map(({ role, name }) => [role, name])).toEqual([
      ['Patient', 'Amber Demo-Rowan'],
      ['Clinician', 'Demo Clinician'],
      ['Person consulted', 'Ann Demo-Attorney'],
    ]);
    expect(referencesOf(ofFour(capacityWithSecondOpinion()))[2]).toMatch(/^Signature 2\.1, .*, second opinion: under/);
  });

  test('boxes the note of a person consulted who did not agree', () => {
    const source = ofFour(completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }));
    const refused = withoutSignature(source, 2, { state: 'DECLINED' }, { reason: 'She is afraid', comments: '' });
    expect(noticesOf(refused)).toEqual([['warn', 'Dora Demo-Daughter did not agree', 'She is afraid']]);
    expect(signaturesOf(refused)[2]).toMatchObject({ role: 'Person consulted, optional', note: 'She is afraid' });
  });
});

describe('signers beside the others', () => {
  test('a witness stands beside the mark they attest', () => {
    const source = withWitness(documentSource({ family: { ...allSign() } }), 2);
    const drawn = JSON.parse(prepare(consentDocument(source))) as { blocks: { kind: string; items: { label: string[] }[] }[] };
    const rows = drawn.blocks.flatMap(({ kind, items }) => (kind === 'signatures' ? [items.map(({ label }) => label[0])] : []));
    expect(rows).toEqual([['Signature 1.1'], ['Signature 2.1', 'Signature 5.1'], ['Signature 3.1', 'Signature 4.1']]);
    expect(signaturesOf(source)[2]).toMatchObject({
      role: 'Witness',
      name: 'Wendy Demo-Witness',
      statement: 'I was there when Ben Demo-Father answered. I saw the mark.',
    });
    expect(evidenceOf(source)[4]).toMatchObject({ how: 'Typed name, as witness of Signature 2.1' });
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
    expect(evidenceOf(confirmed).at(-1)?.identity).toBe(
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
    expect(evidenceOf(source).at(-1)).toMatchObject({ who: 'Ines Demo-Interpreter, interpreter', how });
    expect(referencesOf(source).at(-1)).toBe(`Ines Demo-Interpreter: ${how}`);
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

test('a character that no font can show is found in every text that is pinned', () => {
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
      const changed: unknown = JSON.parse(json, (_key, value: unknown) => (value === text ? `${text}😀` : value));
      expect(unprintable(changed), text).toEqual(['😀']);
    }
  }
});

test('a typed name that is long stays inside its box', () => {
  const source = documentSource({ family: { ...family2({ parents: [aParent({ name: 'Ada '.repeat(20).trim() })] }) } });
  const drawn = JSON.parse(prepare(consentDocument(source))) as { blocks: { items?: { mark: { size?: number } }[] }[] };
  const sizes = drawn.blocks.flatMap(({ items = [] }) => items.map(({ mark }) => mark?.size));
  expect(sizes).toContain(9);
});

function factsOf(source: DocumentSource): string[][] {
  const rows = blocksOf(source).flatMap((block) => (block.kind === 'facts' ? block.rows : []));
  return rows.map(({ term, value }) => [term, value.map(({ text }) => text).join('')]);
}

function referencesOf(source: DocumentSource): string[] {
  return blocksOf(source).flatMap((block) => (block.kind === 'paragraph' && block.quiet === true ? textsOf(block.spans) : []));
}

function evidenceOf(source: DocumentSource) {
  return blocksOf(source).flatMap((block) => (block.kind === 'evidence' ? block.rows : []));
}
