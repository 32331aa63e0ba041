import { describe, expect, test } from 'vitest';
import { decisionAuthority } from '#domain/capacity/decision-authority.ts';
import { EMPTY_CAPACITY } from '#domain/capacity/capacity.ts';
import { authorityWords, noteTitle, secondOpinionReasons } from '#src/screens/builder/capacity/authority-words.ts';
import { capacitySentence } from '#src/screens/builder/capacity/capacity-sentence.ts';
import { missingAtFields } from '#src/screens/builder/parts/steps.ts';
import { capacityWithAttorney, completeCapacity, DEMO_ATTORNEY, DEMO_DAUGHTER } from '#tests/support/forms/form-4.ts';

const complete = completeCapacity();
const REFUSAL = { found: true, valid: true, applicable: true, refuses: true } as const;

describe('the judgement beside the test', () => {
  const sentence = (change: Partial<typeof complete.test>) =>
    capacitySentence({ ...complete.test, ...change }, 'Zofia', 'Europe/London');

  test('says date, what the patient can and cannot do, and why', () => {
    expect(sentence({})).toBe(
      'On 6 August 2026 I judge that Zofia cannot decide about this. Zofia can understand what is planned and say a choice. Zofia cannot remember it for long enough or weigh it up, because of Dementia.',
    );
  });

  test('leaves open what is open', () => {
    const open = { able: null, evidence: '' };
    expect(sentence({ weigh: open, communicate: open, because: null, impairment: { present: null, nature: '' } })).toBe(
      'On 6 August 2026 I judge that Zofia … Zofia can understand what is planned. Zofia cannot remember it for long enough, because of …',
    );
    expect(capacitySentence(EMPTY_CAPACITY.test, 'Zofia', 'Europe/London')).toBe('');
  });

  test('says that a patient who can do all four can decide', () => {
    const able = { able: true, evidence: '' };
    expect(sentence({ retain: able, weigh: able })).toContain('I judge that Zofia can decide about this.');
  });
});

describe('who decides', () => {
  const lpa = (change: object) => completeCapacity({ authority: { lpa: { ...DEMO_ATTORNEY, ...change } as never } });

  test.each([
    ['nothing is known', EMPTY_CAPACITY, 'Not known yet'],
    ['nobody was found', complete, 'You decide'],
    ['the attorney consents', capacityWithAttorney(), 'The attorney decides and signs'],
    ['the attorney has not answered', lpa({ answer: null }), 'The attorney decides'],
    ['the attorney refuses', lpa({ answer: 'REFUSES' }), 'The attorney refuses'],
    ['the paper does not cover this', lpa({ covers: false }), 'You decide'],
    [
      'an advance decision refuses',
      completeCapacity({ authority: { advance: { ...complete.authority.advance, ...REFUSAL } } }),
      'The patient has refused this',
    ],
    [
      'a court orders it',
      completeCapacity({
        authority: { courtOrder: { court: 'Demo Court', number: 'D 1', date: '2026-08-01', decision: 'TREAT' } },
      }),
      'The court has decided',
    ],
  ])('where %s', (_, capacity, title) => {
    expect(authorityWords(capacity).title).toBe(title);
  });

  test('attorneys who sign are named', () => {
    expect(authorityWords(capacityWithAttorney()).text).toBe('Ann Demo-Attorney signs this form.');
    expect(authorityWords(capacityWithAttorney(['Ann Demo', 'Bob Demo'], true)).text).toBe(
      'They sign together: Ann Demo, Bob Demo.',
    );
  });

  test('an advance decision about staying alive that lacks its form is a past wish', () => {
    const wish = completeCapacity({
      authority: { advance: { ...complete.authority.advance, ...REFUSAL } },
      bestInterests: { lifeSustaining: true },
    });
    expect(decisionAuthority(wish).notes.map(noteTitle)).toEqual(['A past wish']);
  });
});

test('a second opinion has its reasons in words', () => {
  expect(secondOpinionReasons(complete)).toEqual([]);
  const disputed = completeCapacity({
    bestInterests: { objects: true },
    people: { consulted: [{ ...DEMO_DAUGHTER, against: true }] },
  });
  expect(secondOpinionReasons(disputed)).toEqual([
    'The patient objects, and the treatment is serious.',
    'Dora Demo-Daughter is against the treatment.',
  ]);
});

test('fields say what is missing once their step was left, and no sooner', () => {
  const missing = [{ path: 'capacity.test.because', message: 'Say whether', step: 'capacity' as const }];
  const steps = ['procedure', 'capacity', 'authority'] as const;
  expect(missingAtFields(steps, 'capacity', { furthest: 1, missing })).toEqual([]);
  expect(missingAtFields(steps, 'capacity', { furthest: 2, missing })).toEqual(missing);
  expect(missingAtFields(steps, 'procedure', { furthest: 2, missing })).toEqual([]);
});
