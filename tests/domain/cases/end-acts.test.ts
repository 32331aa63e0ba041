import { expect, test } from 'vitest';
import { currentEndOf, versionInForceAt, type EndAct, type VersionOfEnd } from '#domain/cases/end-acts.ts';

const ZONE = 'Europe/London';
const FORM: VersionOfEnd = {
  id: 'v1',
  number: 1,
  status: 'SIGNED',
  createdAt: '2026-02-01T09:00:00.000Z',
  signedAt: '2026-02-20T09:00:00.000Z',
  agesFrom: '2026-02-20T09:00:00.000Z',
  withdrawnAt: null,
};
const NEWER: VersionOfEnd = {
  ...FORM,
  id: 'v2',
  number: 2,
  createdAt: '2026-03-03T09:00:00.000Z',
  signedAt: '2026-03-04T09:00:00.000Z',
};
const OLDER: VersionOfEnd = { ...FORM, status: 'SUPERSEDED' };

const done = (on: string, at = `${on}T11:00:00.000Z`): EndAct => ({ id: `done ${at}`, kind: 'DONE', on, at, isUndone: false });
const closed = (at: string): EndAct => ({ id: `closed ${at}`, kind: 'CLOSED', on: at.slice(0, 10), at, isUndone: false });

type Row = readonly [name: string, acts: readonly EndAct[], versions: readonly VersionOfEnd[], expected: string | undefined];
const ROWS: readonly Row[] = [
  ['none', [], [FORM], undefined],
  ['done', [done('2026-03-02')], [FORM], 'done 2026-03-02T11:00:00.000Z'],
  ['done without a form', [done('2026-03-02')], [], 'done 2026-03-02T11:00:00.000Z'],
  ['undone', [{ ...done('2026-03-02'), isUndone: true }], [FORM], undefined],
  ['done outweighs a close', [closed('2026-03-05T09:00:00.000Z'), done('2026-03-02')], [FORM], 'done 2026-03-02T11:00:00.000Z'],
  ['of a course the last counts', [done('2026-03-09'), done('2026-03-02')], [FORM], 'done 2026-03-09T11:00:00.000Z'],
  [
    'of two acts about one operation the first counts',
    [done('2026-03-02', '2026-03-02T12:00:00.000Z'), done('2026-03-02')],
    [FORM],
    'done 2026-03-02T11:00:00.000Z',
  ],
  ['a form signed since overtakes it', [done('2026-03-02')], [NEWER, OLDER], undefined],
  [
    'a form signed later on the day, by its own device',
    [done('2026-03-02')],
    [{ ...FORM, signedAt: '2026-03-02T17:00:00.000Z' }],
    undefined,
  ],
  [
    'a form signed before it on the day that arrives later',
    [done('2026-03-02')],
    [{ ...FORM, signedAt: '2026-03-02T08:00:00.000Z' }],
    'done 2026-03-02T11:00:00.000Z',
  ],
  [
    'a newer form that is taken back brings no operation back',
    [done('2026-03-02')],
    [{ ...NEWER, status: 'WITHDRAWN', withdrawnAt: '2026-03-05T09:00:00.000Z' }, OLDER],
    undefined,
  ],
  [
    'a newer form that is in error',
    [done('2026-03-02')],
    [{ ...NEWER, status: 'VOIDED' }, FORM],
    'done 2026-03-02T11:00:00.000Z',
  ],
  [
    'a signature that arrives after a close opens nothing again',
    [closed('2026-02-10T09:00:00.000Z')],
    [FORM],
    'closed 2026-02-10T09:00:00.000Z',
  ],
  ['a form begun after a close does', [closed('2026-03-01T09:00:00.000Z')], [NEWER, OLDER], undefined],
];

test.each(ROWS)('the end of a case: %s', (_, acts, versions, expected) => {
  expect(currentEndOf(acts, versions, ZONE)?.id).toBe(expected);
  expect(currentEndOf(acts.toReversed(), versions.toReversed(), ZONE)?.id).toBe(expected);
});

const AT = { on: '2026-03-02', at: '2026-03-02T11:00:00.000Z', zone: ZONE, lapseAfterDays: 182 };
const IN_FORCE: readonly (readonly [string, readonly VersionOfEnd[], Partial<typeof AT>, string | undefined])[] = [
  ['the signed one', [FORM], {}, 'v1'],
  ['none', [], {}, undefined],
  ['the one of that day, of an operation recorded later', [NEWER, OLDER], { at: '2026-03-20T11:00:00.000Z' }, 'v1'],
  ['the newer one on its day', [NEWER, OLDER], { on: '2026-03-09', at: '2026-03-09T11:00:00.000Z' }, 'v2'],
  ['one that is withdrawn since', [{ ...FORM, status: 'WITHDRAWN', withdrawnAt: '2026-03-03T09:00:00.000Z' }], {}, 'v1'],
  ['one that was withdrawn before', [{ ...FORM, status: 'WITHDRAWN', withdrawnAt: '2026-03-01T09:00:00.000Z' }], {}, undefined],
  [
    'one withdrawn before the day, of an operation recorded later',
    [{ ...FORM, status: 'WITHDRAWN', withdrawnAt: '2026-03-01T09:00:00.000Z' }],
    { at: '2026-03-20T11:00:00.000Z' },
    undefined,
  ],
  ['one that had lapsed', [FORM], { lapseAfterDays: 9 }, undefined],
  ['one in error', [{ ...FORM, status: 'VOIDED' }], {}, undefined],
];
test.each(IN_FORCE)('the consent by which it was done: %s', (_, versions, change, expected) => {
  expect(versionInForceAt(versions, { ...AT, ...change })?.id).toBe(expected);
});
