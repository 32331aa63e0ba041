import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { serverWarnings, type ServerState } from '#domain/organisation/server-warnings.ts';

const NOW = Date.parse('2026-08-06T14:05:00.000Z');
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const GB = 1_000_000_000;
const STOPPED = 'Sealing has stopped: the certificate ended on 5 August 2026.';
const FINE: ServerState = {
  version: '0.2.0',
  setup: { missing: [], hadSent: false },
  messages: { paused: [], used: [] },
  seal: { endsAt: ago(-61 * DAY) },
  disk: { free: 40 * GB, total: 100 * GB },
  clockSkew: -59_000,
  integrity: { at: ago(DAY), findings: 0 },
  backup: { at: ago(DAY), bytes: 1 },
  stamps: { state: 'ON' },
  jobs: [{ kind: 'SEAL', oldest: ago(9 * MINUTE), failing: 1 }],
  tablets: [
    { lastUsedAt: ago(23 * HOUR), unsent: 2, build: '0.2.0' },
    { lastUsedAt: ago(90 * DAY), unsent: 0, build: null },
  ],
};
const titles = (change: Partial<ServerState>) =>
  serverWarnings({ ...FINE, ...change }, NOW).map(({ tone, title }) => `${tone}: ${title}`);

test('a server in order needs nobody', () => {
  expect(titles({})).toEqual([]);
  expect(titles({ disk: null })).toEqual([]);
});

test.each<[string, Partial<ServerState>]>([
  ['stop: Stored records were altered', { integrity: { at: ago(HOUR), findings: 1 } }],
  ['warn: The stored records were not checked', { integrity: { at: ago(3 * DAY), findings: 0 } }],
  ['warn: The stored records were not checked', { integrity: null }],
  ['warn: The certificate of the seal ends in 60 days', { seal: { endsAt: ago(-60 * DAY) } }],
  ['warn: The certificate of the seal ends in 1 day', { seal: { endsAt: ago(-DAY) } }],
  ['warn: The certificate of the seal ends today', { seal: { endsAt: ago(-HOUR) } }],
  [`stop: ${STOPPED}`, { seal: { endsAt: ago(MINUTE), stopped: STOPPED } }],
  ['warn: The new key file is not taken', { seal: { endsAt: ago(-90 * DAY), refused: 'It is too weak.' } }],
  ['warn: The disk of the server is nearly full', { disk: { free: 9 * GB, total: 100 * GB } }],
  ['stop: The disk of the server is full', { disk: { free: 0, total: 100 * GB } }],
  ['stop: The disk of the server is nearly full', { disk: { free: 1.9 * GB, total: 10 * GB } }],
  ['warn: Messages go to patients without the privacy notice', { setup: { missing: ['NOTICE'], hadSent: true } }],
  ['warn: No message goes to patients', { setup: { missing: ['PHONE', 'NOTICE'], hadSent: false } }],
  ['stop: Messages wait (Text message, NHS App)', { messages: { paused: ['SMS', 'APP'], used: [] } }],
  [
    'warn: Most of this month’s parts of text messages are used',
    { messages: { paused: [], used: [{ channel: 'SMS', percent: 80 }] } },
  ],
  ['warn: This month’s letters are used up', { messages: { paused: [], used: [{ channel: 'LETTER', percent: 100 }] } }],
  ['warn: No backup was recorded', { backup: null }],
  ['warn: The last backup is old', { backup: { at: ago(3 * DAY), bytes: 1 } }],
  ['warn: The clocks of the server and the database differ', { clockSkew: -61_000 }],
  ['warn: Work waits for longer than ten minutes', { jobs: [{ kind: 'MAIL', oldest: ago(11 * MINUTE), failing: 0 }] }],
  ['stop: No time stamps: SETTINGS.tsa.roots is missing.', { stamps: { state: 'NO_ROOTS' } }],
  [
    'warn: 1 tablet with unsent work has not been heard of for a day',
    { tablets: [{ lastUsedAt: ago(25 * HOUR), unsent: 1, build: null }] },
  ],
  ['warn: 1 tablet with an older version of the app', { tablets: [{ lastUsedAt: ago(0), unsent: 0, build: '0.1.9' }] }],
])('“%s”', (title, change) => {
  expect(titles(change)).toEqual([title]);
});

test('archival stamps that wait for 30 days are red, and a day less only late', () => {
  const waiting = (days: number) => titles({ jobs: [{ kind: 'ARCHIVE', oldest: ago(days * DAY), failing: 1 }] });
  expect(waiting(31)).toEqual(['stop: Archival time stamps are 30 days behind', 'warn: Work waits for longer than ten minutes']);
  expect(waiting(29)).toEqual(['warn: Work waits for longer than ten minutes']);
});

test('the gravest come first', () => {
  expect(titles({ backup: null, seal: { endsAt: ago(DAY), stopped: STOPPED }, clockSkew: HOUR })[0]).toBe(`stop: ${STOPPED}`);
});
