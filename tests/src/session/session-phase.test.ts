import { sessionPhase } from '#src/session/session-phase.ts';
import { expect, test } from 'vitest';

const endsAt = 1_786_000_000_000;

test('an open session is looked at again exactly when its warning is due', () => {
  expect(sessionPhase(endsAt, endsAt - 3_600_000)).toEqual({ phase: 'open', nextLook: 3_480_000 });
});

test('two minutes before the end the warning stands', () => {
  expect(sessionPhase(endsAt, endsAt - 120_001).phase).toBe('open');
  expect(sessionPhase(endsAt, endsAt - 120_000).phase).toBe('ending');
  expect(sessionPhase(endsAt, endsAt - 1).phase).toBe('ending');
});

test('the last look is at the end itself, not a second later', () => {
  expect(sessionPhase(endsAt, endsAt - 400).nextLook).toBe(400);
});

test('at its end the session is over, and an end that is no time counts as past', () => {
  expect(sessionPhase(endsAt, endsAt).phase).toBe('over');
  expect(sessionPhase(Number.NaN, endsAt).phase).toBe('over');
});
