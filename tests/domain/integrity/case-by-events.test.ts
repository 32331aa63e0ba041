import { expect, test } from 'vitest';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { stateByEvents } from '#domain/integrity/case-by-events.ts';

function eventOf(type: string): TimelineEvent {
  return {
    id: `id of ${type}`,
    at: '2026-08-06T14:05:00.000Z',
    deviceAt: null,
    type,
    actor: { kind: 'STAFF', name: 'Demo Clinician', role: 'Consultant' },
    versionId: 'v1',
    detail: {},
    prevHash: '',
    hash: '',
  };
}

test.each(['constructor', '__proto__', 'toString', 'NEVER_HEARD_OF'])('an event altered to the type %s tells nothing', (type) => {
  const sent = [eventOf('CONSENT_CREATED'), eventOf('CONSENT_SENT')];
  expect(stateByEvents([...sent, eventOf(type)])).toEqual(stateByEvents(sent));
});
