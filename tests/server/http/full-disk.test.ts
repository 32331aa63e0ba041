import { expect, test } from 'vitest';
import { MINUTE } from '#domain/base/limits.ts';
import { DISK_FULL_WORDS } from '#domain/organisation/server-warnings.ts';
import { failureOf } from '#server/http/errors.ts';
import { tellOfFullDisk, wasDiskFull } from '#server/http/full-disk.ts';
import { openLog } from '#server/outside/log.ts';

const lines: string[] = [];
const log = openLog((line) => void lines.push(line));
const full = (code: string) => Object.assign(new Error('no room'), { code });

test.each(['53100', 'ENOSPC'])('a full disk (%s) is told to be tried again, as nothing was saved', (code) => {
  expect(failureOf(full(code), { log, requestId: 'one', call: 'consent/update' })).toMatchObject({
    status: 503,
    body: { error: 'BUSY', message: DISK_FULL_WORDS },
  });
});

test('it stands in the log once a minute, whatever is refused meanwhile, and nothing else does', () => {
  lines.length = 0;
  // Later than each report before, in whole milliseconds: a sum of fractions would now and then be a hair short of the minute.
  const start = Math.ceil(performance.now()) + 2 * MINUTE;
  for (const after of [0, 1, MINUTE - 1, MINUTE]) tellOfFullDisk('53100', log, start + after);
  for (const other of ['57014', undefined]) tellOfFullDisk(other, log, start + 5 * MINUTE);
  expect([wasDiskFull(start + 2 * MINUTE), wasDiskFull(start + 20 * MINUTE)]).toEqual([true, false]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', message: expect.stringContaining('the disk is full'), error: '53100' },
    { level: 'error', error: '53100' },
  ]);
});
