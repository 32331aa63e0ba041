import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { horizonOf } from '#domain/cases/horizon.ts';
import { NEEDS } from '#domain/cases/needs.ts';
import { TIMELINE_EVENTS } from '#domain/cases/timeline.ts';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { CLAIM_LASTS, claimOn, NEED_ENDED_BY } from '#domain/notifications/claims.ts';

const NOW = Date.parse('2026-11-22T14:05:00.000Z');
const horizon = horizonOf(NOW, 'Europe/London', AHEAD_DEFAULTS);
const ago = (ms: number) => [{ need: 'QUESTION', userID: 'u', name: 'Demo', at: new Date(NOW - ms).toISOString() }];

test.each([
  ['of no list', null, CLAIM_LASTS.other],
  ['listed for today', '2026-11-22', CLAIM_LASTS.urgent],
  ['listed in two days', '2026-11-24', CLAIM_LASTS.urgent],
  ['listed in three days', '2026-11-25', CLAIM_LASTS.other],
  ['listed yesterday', '2026-11-21', CLAIM_LASTS.other],
])('the word of who sees to a case %s holds so long, and no longer', (_, listedOn, lasts) => {
  expect(claimOn(ago(lasts - MINUTE), 'QUESTION', { listedOn, now: NOW, horizon })?.name).toBe('Demo');
  expect(claimOn(ago(lasts), 'QUESTION', { listedOn, now: NOW, horizon })).toBeNull();
  expect(claimOn(ago(HOUR), 'TALK', { listedOn, now: NOW, horizon })).toBeNull();
});

test('each need ends with events that there are', () => {
  expect(Object.keys(NEED_ENDED_BY).toSorted()).toEqual([...NEEDS].toSorted());
  for (const events of Object.values(NEED_ENDED_BY)) {
    expect(new Set(events).size).toBe(events.length);
    for (const event of events) expect(TIMELINE_EVENTS).toHaveProperty(event);
  }
});
