import { describe, expect, test } from 'vitest';
import { capacityLines, EVIDENCE_LABEL } from '#domain/capacity/capacity-words.ts';
import { documentSource, withoutSignature } from '#tests/support/forms/document-form.ts';
import { capacityWithAttorney, capacityWithSecondOpinion, completeCapacity, DEMO_DAUGHTER } from '#tests/support/forms/form-4.ts';
import { blocksOf, cellsOf, factOf, factsOf, headingsOf, noticesOf, signaturesOf } from './drawn-parts.ts';

const ZONE = 'Europe/London';
describe('a form in somebody’s best interests', () => {
  const ofFour = (capacity = completeCapacity()) => documentSource({ formType: 'FORM_4', age: 76, capacity });

  test('says every field in words, the test first, and that the patient did not sign', () => {
    const source = ofFour(capacityWithSecondOpinion());
    const sections = capacityLines(capacityWithSecondOpinion(), { zone: ZONE, formType: 'FORM_4' });
    const titles = sections.map(({ title }) => title);
    // The deciding part comes first, then who was asked about it.
    const [test = '', who = '', people = '', best = '', second = ''] = titles;
    expect(headingsOf(source).filter((each) => titles.includes(each))).toEqual([test, who, best, people, second]);
    expect(test).toBe('Can the patient decide?');
    const said = [...factsOf(source), ...cellsOf(source)].map((row) => row.join('\u0000'));
    for (const { label, text } of sections.flatMap(({ lines }) => lines).filter((each) => each.label !== EVIDENCE_LABEL))
      expect(
        said.some((row) => row.startsWith(`${label}\u0000${text}`)),
        label,
      ).toBe(true);
    expect(cellsOf(source)).toContainEqual([
      'Can keep it in mind for long enough',
      'No',
      'Could not repeat the plan after a minute.',
    ]);
    expect(signaturesOf(source)[0]).toMatchObject({
      role: 'Patient',
      name: 'Amber Demo-Rowan',
      mark: { kind: 'absent', words: 'Not signed: cannot decide' },
    });
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
    expect(signaturesOf(ofFour(capacityWithSecondOpinion())).map(({ label, role }) => [label, role])).toContainEqual([
      'Signature 2.1',
      'Second opinion',
    ]);
  });

  test('boxes the note of a person consulted who did not agree', () => {
    const source = ofFour(completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }));
    const refused = withoutSignature(source, 2, { state: 'DECLINED' }, { reason: 'She is afraid', comments: '' });
    expect(noticesOf(refused)).toEqual([['warn', 'Dora Demo-Daughter did not agree', 'She is afraid']]);
    expect(signaturesOf(refused)[2]).toMatchObject({ role: 'Person consulted, optional', note: 'She is afraid' });
  });
});
