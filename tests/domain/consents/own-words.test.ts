import { listedWords, ownWordsOf, quotedWords, speakerOfMatters, withoutChildsWords } from '#domain/consents/own-words.ts';
import { expect, test } from 'vitest';

const AT = '2026-08-06T14:00:00.000Z';
const MOTHER = { order: 1, role: 'PARENT', name: 'Ada Demo-Mother' } as const;
const FATHER = { order: 2, role: 'PARENT', name: 'Ben Demo-Father' } as const;
const CHILD = { order: 3, role: 'CHILD', name: 'Cleo Demo-Child' } as const;
const CLINICIAN = { order: 4, role: 'CLINICIAN', name: 'Demo Clinician' } as const;
const NONE = { patient: '', parents: '', interpreter: '' };
const signers = [MOTHER, FATHER, CHILD, CLINICIAN];

const said = (signing_order: number | null, text: string, kind: 'COMMENT' | 'DECLINE' | 'MATTERS' = 'COMMENT') => {
  return { kind, signing_order, text, at: AT, userName: null };
};

test('words have the speaker of their place, and what the groups tell beside is told once', () => {
  const spoken = [said(1, 'We stay with her'), said(2, 'No', 'DECLINE'), said(3, 'Will it hurt?')];
  const comments = { ...NONE, parents: 'We stay with her\nNo', patient: 'Will it hurt?' };
  const words = ownWordsOf({ spoken, comments, signers, signed: [{ ...MOTHER, text: 'We stay with her', at: AT }] });
  expect(words.map((each) => `${each.speaker}: ${quotedWords(each)}`)).toEqual([
    'Ada Demo-Mother: “We stay with her” (at signing)',
    'Ben Demo-Father: “No” (did not agree)',
    'Cleo Demo-Child: “Will it hurt?” (at signing)',
  ]);
});

test('what a server of the build before wrote during an update is not lost: by its signature, by the only one of the group, by one of them', () => {
  const comments = { ...NONE, parents: 'We stay with her\nNo problem with it\nToo early', patient: 'I like the nurse' };
  const words = ownWordsOf({
    spoken: [said(1, 'We stay with her')],
    comments,
    signers,
    signed: [{ ...FATHER, text: 'Too early', at: AT }],
  });
  expect(words.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Ada Demo-Mother', 'We stay with her'],
    ['Ben Demo-Father', 'Too early'],
    ['Cleo Demo-Child', 'I like the nurse'],
    ['One of the parents', 'No problem with it'],
  ]);
  const alone = ownWordsOf({ spoken: [], comments: { ...NONE, parents: 'We wait' }, signers: [MOTHER, CLINICIAN], signed: [] });
  expect(alone).toEqual([{ kind: 'COMMENT', signing_order: 1, speaker: 'Ada Demo-Mother', text: 'We wait', at: null }]);
});

test('words of another begin alike, and stay theirs as whole lines', () => {
  const words = ownWordsOf({
    spoken: [said(1, 'No', 'DECLINE')],
    comments: { ...NONE, parents: 'No problem with it\nNo' },
    signers: [MOTHER, FATHER],
    signed: [],
  });
  expect(words.map(({ text }) => text)).toEqual(['No', 'No problem with it']);
});

test('words of staff have the name of the account, and those of whom nobody knows are one parent’s', () => {
  const kind = 'WITHDRAWAL' as const;
  const spoken = [{ ...said(null, 'By telephone'), kind, userName: 'Demo Nurse' }, said(null, 'We wait')];
  const words = ownWordsOf({ spoken, comments: { ...NONE, parents: 'We wait' }, signers, signed: [] });
  expect(words.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Demo Nurse', 'By telephone'],
    ['One of the parents', 'We wait'],
  ]);
});

test('parents read nothing that their child wrote, and what matters stands elsewhere, with its speaker', () => {
  const spoken = [said(1, 'We stay'), said(3, 'Will it hurt?'), said(2, 'To swim', 'MATTERS')];
  const words = ownWordsOf({ spoken, comments: NONE, signers, signed: [] });
  expect(withoutChildsWords(words, { signers, hidesChild: true }).map(({ text }) => text)).toEqual(['We stay', 'To swim']);
  expect(listedWords(words, { signers, hidesChild: false }).map(({ text }) => text)).toEqual(['We stay', 'Will it hurt?']);
  expect([speakerOfMatters(words, 'To swim'), speakerOfMatters(words, 'To run')]).toEqual(['Ben Demo-Father', undefined]);
});
