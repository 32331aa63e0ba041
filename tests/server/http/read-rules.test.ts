import { expect, test } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import { NOT_READINGS, READ_RULES } from '#server/http/read-rules.ts';

const NAMES = Object.keys(calls) as CallName[];

test('every call that reads with a permission on patients, consents or referrals says what it leaves in the access log, or why nothing', () => {
  const isReading = ({ method, access }: Call) =>
    method === 'GET' && access.some((each) => /^(patients|consents|referrals)\./.test(each));
  const readings = NAMES.filter((name) => isReading(calls[name]));
  expect(readings.filter((name) => !(name in READ_RULES) && !(name in NOT_READINGS))).toEqual([]);
  expect(NAMES.filter((name) => name in READ_RULES && name in NOT_READINGS)).toEqual([]);
  expect(readings.length).toBeGreaterThan(20);
});

test('no call that a tablet queues is a reading: what an envelope changes stands in timelines', () => {
  const queued = NAMES.filter((name) => (calls[name] as Call).offline === 'queue');
  expect(queued.filter((name) => name in READ_RULES)).toEqual([]);
});
