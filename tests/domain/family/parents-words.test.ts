import { parentComments } from '#domain/family/parents-words.ts';
import { expect, test } from 'vitest';

const consentID = 'v1';
const MOTHER = { role: 'PARENT', name: 'Ada Demo-Mother', order: 1, state: 'DECLINED' } as const;
const FATHER = { role: 'PARENT', name: 'Ben Demo-Father', order: 2, state: 'SIGNED' } as const;

function commentsOf(comments: string, said: Readonly<Record<string, string>>) {
  const at = '2026-11-27T09:00:00.000Z';
  const declined = { type: 'DECLINED', at, deviceAt: null, versionId: consentID, detail: { order: MOTHER.order, ...said } };
  return parentComments(comments, { signers: [MOTHER, FATHER], events: [declined], consentID });
}

test('the words of a parent who said no are theirs as whole lines alone, not where another parent’s begin alike', () => {
  const others = { speaker: 'Ben Demo-Father added', text: 'No problem with it' };
  expect(commentsOf('No problem with it', { comments: 'No' })).toEqual([others]);
  expect(commentsOf('No problem with it\nNo', { comments: 'No' })).toEqual([
    { speaker: 'Ada Demo-Mother added', text: 'No' },
    others,
  ]);
});

test('words of several lines are one comment, and what is left keeps its lines', () => {
  expect(commentsOf('Ring me\nToo early\nWe wait\nThank you', { reason: 'Too early', comments: 'We wait' })).toEqual([
    { speaker: 'Ada Demo-Mother added', text: 'Too early\nWe wait' },
    { speaker: 'Ben Demo-Father added', text: 'Ring me\nThank you' },
  ]);
});
