import { describe, expect, test } from 'vitest';
import { familyLines } from '#domain/family/family-words.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import type { OwnWords } from '#domain/consents/own-words.ts';
import { documentSource, withoutSignature } from '#tests/support/forms/document-form.ts';
import { allSign, anAbleChild, anotherParent, aParent, COURT_TREATS, family2 } from '#tests/support/forms/form-2.ts';
import { completeCapacity } from '#tests/support/forms/form-4.ts';
import { blocksOf, factOf, factsOf, headingsOf, noticesOf, signaturesOf, textOf } from './drawn-parts.ts';

const ZONE = 'Europe/London';
const recordedBy = { recordedBy: 'Demo Clinician', at: '2026-08-06T14:04:00.000Z' };
const settled = { outcome: 'ONE_SUFFICES', note: 'Both were asked again', courtOrder: null, ...recordedBy } as const;

describe('a form for a child', () => {
  test('says every field of the family in words, and no address', () => {
    const family = allSign();
    const withAddress = { ...family, parents: [aParent({ emailAddress: 'mother@example.org' }), anotherParent()] };
    const source = documentSource({ family: withAddress });
    const lines = familyLines(
      { ...withAddress, disagreement: null },
      { age: 11, zone: ZONE, signed: ['Ada Demo-Mother', 'Ben Demo-Father'] },
    );
    // The person who decides stands on page 1 with the names, and each adult on a card of their own.
    const others = lines.filter(({ label }) => label !== 'Who decides' && label !== 'Adult');
    for (const { label, text } of others) expect(factsOf(source)).toContainEqual([label, text]);
    const cards = blocksOf(source).flatMap((block) => (block.kind === 'cards' ? block.items.map(({ title }) => title) : []));
    expect(cards).toEqual(lines.flatMap(({ label, text }) => (label === 'Adult' ? [text] : [])));
    expect(JSON.stringify(consentDocument(source))).not.toContain('mother@example.org');
    expect(factOf(source, 'Who decided')).toBe(
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

  test('prints both verdicts of a child who was assessed twice, and no second one where there is none', () => {
    const child = anAbleChild();
    const points = { treatment: true, risks: true, alternatives: true, weighs: true, free: true };
    const second = { able: true, reason: 'Told it back', points, name: 'Demo Second', at: '2026-08-06T10:00:00.000Z' };
    const twice = { ...child, gillick: { ...child.gillick!, second } };
    const source = documentSource({ family: { ...family2({ basis: 'CHILD', child: twice }) } });
    expect(factOf(source, 'Warning')).toBe('Few children of this age can decide this alone');
    expect(factOf(source, 'Can the child decide?')).toBe('Can decide (Gillick competent)');
    expect(factOf(source, 'Second assessor: can the child decide?')).toBe('Can decide (Gillick competent)');
    expect(factOf(source, 'Second assessor: points')).toBe('All five: Yes');
    expect(factOf(source, 'Second assessor')).toBe('Demo Second, 6 August 2026, 11:00 BST');
    const once = documentSource({ family: { ...family2({ basis: 'CHILD', child }) } });
    expect(JSON.stringify(once.pinned)).not.toContain('second');
    expect(factOf(once, 'Second assessor')).toBeUndefined();
  });

  test('names those who sign in the patient’s block, and who of them was not required', () => {
    const source = documentSource({ family: { ...allSign() } });
    expect(signaturesOf(source).map(({ label, role, name }) => [label, role, name])).toEqual([
      ['Signature 1.1', 'Parent', 'Ada Demo-Mother'],
      ['Signature 2.1', 'Parent', 'Ben Demo-Father'],
      ['Signature 3.1', 'Child, optional', 'Amber Demo-Rowan'],
      ['Signature 4.1', 'Clinician', 'Demo Clinician'],
    ]);
  });

  test('says of an optional signer that they did not sign, or did not agree and why', () => {
    const source = documentSource({ family: { ...allSign() } });
    const away = withoutSignature(source, 3, { state: 'EXPIRED' });
    expect(signaturesOf(away)[2]?.mark).toEqual({ kind: 'absent', words: 'Did not sign' });
    const refused = withoutSignature(source, 3, { state: 'DECLINED' }, { reason: 'Not me', comments: 'ever' });
    expect(signaturesOf(refused)[2]).toMatchObject({
      mark: { kind: 'absent', words: 'Did not agree' },
      note: 'Not me\never',
    });
    expect(noticesOf(refused)).toEqual([['stop', 'The child said no', 'Not me\never']]);
  });

  test('prints how a disagreement was settled while the form was out, with who recorded it and when', () => {
    const source = documentSource({ family: { ...allSign() } });
    const open = withoutSignature(source, 2, { state: 'DECLINED', required: false }, { reason: 'Too soon' });
    const closed = { ...open, settled };
    const [onPage1] = blocksOf(closed).filter((block) => block.kind === 'facts');
    const terms = onPage1?.kind === 'facts' ? onPage1.rows.map(({ term }) => term) : [];
    expect(terms.slice(terms.indexOf('Did not agree'))).toEqual([
      'Did not agree',
      'Disagreement',
      'How it was settled',
      'Signed by',
      'Able to decide for the child',
      'Interpreter',
    ]);
    expect(factOf(closed, 'Disagreement')).toBe(
      'The consent of one adult is enough. Recorded by Demo Clinician, 6 August 2026, 15:04 BST',
    );
    expect(factOf(closed, 'How it was settled')).toBe('Both were asked again');
    expect(signaturesOf(closed)[1]?.mark).toEqual({
      kind: 'absent',
      words: 'Did not agree. The disagreement was settled without this signature',
    });
    expect(noticesOf(closed)).toEqual([['warn', 'Ben Demo-Father did not agree', 'Too soon']]);
    expect(factOf(open, 'Disagreement')).toBeUndefined();
  });

  test('prints a court’s decision from before it was sent, whose author is not pinned', () => {
    const disagreement = { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS, ...recordedBy } as const;
    const source = documentSource({ family: { ...family2({ basis: 'COURT' }), disagreement } });
    expect(JSON.stringify(source.pinned)).not.toContain('recordedBy');
    expect(factOf(source, 'The court decided')).toBe('For the treatment');
    expect(factOf(source, 'Disagreement')).toBe('A court has decided');
    expect(factOf({ ...source, recorded: disagreement }, 'Disagreement')).toBe(
      'A court has decided. Recorded by Demo Clinician, 6 August 2026, 15:04 BST',
    );
  });

  test('has a card of each adult that says when they signed, and when one did not agree', () => {
    const source = documentSource({ family: { ...allSign() } });
    const cards = (form: typeof source) =>
      blocksOf(form).flatMap((block) =>
        block.kind === 'cards' ? block.items.map(({ rows }) => rows.map(({ term }) => term)) : [],
      );
    const signed = ['Parental responsibility', 'Answer', 'When'];
    expect(cards(source)).toEqual([signed, signed]);
    expect(factsOf(source)).toContainEqual(['When', '6 August 2026, 15:05:00 BST']);
    expect(cards(withoutSignature(source, 2, { state: 'DECLINED' }, { role: 'PARENT' }))).toEqual([signed, signed.slice(0, 2)]);
  });

  test('prints what parents and interpreter added, and of the child’s words none that parents get', () => {
    const source = documentSource({ family: { ...allSign() } });
    const said = (signing_order: number, speaker: string, text: string, kind: OwnWords['kind'] = 'COMMENT') => {
      return { kind, signing_order, speaker, text, at: '2026-08-06T14:00:00.000Z' };
    };
    const ownWords = [
      said(1, 'Ada Demo-Mother', 'We stay with her'),
      said(2, 'Ben Demo-Father', 'I want to wait', 'DECLINE'),
      said(3, 'Cleo Demo-Child', 'Will it hurt?'),
    ];
    const text = textOf({ ...source, ownWords });
    expect(text).toContain('In their own words');
    expect(text).toContain('Ada Demo-Mother\n“We stay with her” (at signing)');
    expect(text).toContain('Ben Demo-Father\n“I want to wait” (did not agree)');
    expect(text).not.toContain('Will it hurt?');
  });

  test('of 16 or 17 who cannot decide has the test of capacity, and nothing else of Form 4', () => {
    const source = documentSource({ age: 17, family: { ...family2() }, capacity: completeCapacity() });
    expect(headingsOf(source)).toContain('Can the patient decide?');
    expect(headingsOf(source)).not.toContain('Who may decide');
  });

  test.each([
    ['2026-08-05T21:00:00.000Z', 0, '10'],
    // Midnight is that of the hospital: 23:00 in the zone of the server.
    ['2026-08-05T22:59:00.000Z', 0, '10'],
    ['2026-08-05T23:00:00.000Z', 0, '11'],
    // The clock of the tablet was two hours fast, or slow.
    ['2026-08-06T00:30:00.000Z', -2 * 3_600_000, '10'],
    ['2026-08-05T21:30:00.000Z', 2 * 3_600_000, '11'],
  ])('signed before a birthday at %s (%i ms) and sent after it, prints the age at signing', (capturedAt, clockOffset, age) => {
    const source = documentSource({ patient: { dateOfBirth: '2015-08-06' }, family: { ...family2() } });
    const signatures = source.signatures.map((each) => ({ ...each, given: { ...each.given, capturedAt, clockOffset } }));
    const offline = { ...source, signatures };
    expect(factOf(offline, 'Age')).toBe(`${age} years`);
    expect(blocksOf(offline)[0]).toMatchObject({ kind: 'identity', born: `6 August 2015 (${age})` });
    // The last signature counts: with it the form is signed.
    expect(factOf({ ...offline, signatures: [...signatures.slice(1), ...source.signatures.slice(0, 1)] }, 'Age')).toBe(
      '11 years',
    );
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
