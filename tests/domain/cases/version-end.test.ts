import type { TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';
import { endOf, endWords } from '#domain/cases/version-end.ts';
import { expect, test } from 'vitest';

const event = (type: TimelineEventType, change: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: 'e1',
  at: '2026-11-21T14:05:00.000Z',
  deviceAt: null,
  type,
  actor: { kind: 'STAFF', name: 'Demo Surgeon', role: 'Consultant' },
  versionId: 'v1',
  detail: {},
  prevHash: '0',
  hash: 'h',
  ...change,
});

test('the newest step that ended this version is found; not another version’s, nor one that only this tablet knows', () => {
  const ended = event('VOIDED', { id: 'e2' });
  const timeline = [event('CONSENT_SENT'), event('DECLINED'), ended, event('WITHDRAWN', { versionId: 'v2' })];
  expect(endOf([...timeline, event('LISTED'), event('WITHDRAWN', { hash: '' })], 'v1')).toBe(ended);
  expect(endOf([event('CONSENT_SENT')], 'v1')).toBeNull();
});

test('it is told what it was, by whom and when', () => {
  expect(endWords(event('VOIDED'), 'Europe/London')).toMatch(/^Recorded in error by Demo Surgeon, 21 November 2026, 14:05/);
  const byNewer = event('VOIDED', { detail: { by: 'v2' } });
  expect(endWords(byNewer, 'Europe/London')).toMatch(/^Ended: a newer version was signed, 21 November 2026/);
  const bySystem = event('EXPIRED', { actor: { kind: 'SYSTEM', name: '', role: '' } });
  expect(endWords(bySystem, 'Europe/London')).toMatch(/^The time to sign has ended, 21/);
});
