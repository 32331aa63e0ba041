import { RESPONSE_TABLE, actionFor, type ServerReply, type ReplyAction } from '#store/sync/response-table.ts';
import { expect, test } from 'vitest';

type Answer = Partial<Extract<ServerReply, { kind: 'answer' }>>;

const answer = (change: Answer): ServerReply => ({
  kind: 'answer',
  status: 200,
  isOurs: true,
  isValid: false,
  code: '',
  retryAfter: null,
  ...change,
});

const CASES: readonly [string, ReplyAction, Answer][] = [
  ['a whole success', 'acknowledge', { status: 200, isValid: true }],
  ['a success without the product’s mark', 'foreign', { status: 200, isOurs: false }],
  ['a success of the right shape without the mark', 'foreign', { status: 200, isOurs: false, isValid: true }],
  ['a success that is cut short', 'again', { status: 200 }],
  ['a redirect', 'foreign', { status: 302, isOurs: false }],
  ['a redirect that bears the mark', 'foreign', { status: 307 }],
  ['a redirect that the browser hides', 'foreign', { status: 0, isOurs: false }],
  ['a portal’s refusal', 'foreign', { status: 403, isOurs: false }],
  ['a portal’s 404', 'foreign', { status: 404, isOurs: false }],
  ['a network that asks to sign in', 'foreign', { status: 511, isOurs: false }],
  ['a firewall’s 400', 'foreign', { status: 400, isOurs: false }],
  ['a firewall’s 405', 'foreign', { status: 405, isOurs: false }],
  ['a proxy’s 401', 'foreign', { status: 401, isOurs: false }],
  ['a refusal for legal reasons', 'foreign', { status: 451, isOurs: false }],
  ['a gateway’s limit', 'again', { status: 429, isOurs: false }],
  ['a gateway’s limit with a time', 'wait', { status: 429, isOurs: false, retryAfter: 5000 }],
  ['a gateway without a server', 'again', { status: 502, isOurs: false }],
  ['408', 'again', { status: 408, code: 'TIMEOUT' }],
  ['425', 'again', { status: 425 }],
  ['500', 'again', { status: 500, code: 'FAILED' }],
  ['504', 'again', { status: 504 }],
  ['the first one still running', 'again', { status: 409, code: 'IN_PROGRESS', retryAfter: 1000 }],
  ['429 with a time', 'wait', { status: 429, code: 'SLOW_DOWN', retryAfter: 180_000 }],
  ['503 with a time', 'wait', { status: 503, code: 'BUSY', retryAfter: 180_000 }],
  ['503 of a balancer with a time', 'wait', { status: 503, isOurs: false, retryAfter: 5000 }],
  ['429 without a time', 'again', { status: 429, code: 'SLOW_DOWN' }],
  ['503 without a time', 'again', { status: 503, code: 'BUSY' }],
  ['401', 'signIn', { status: 401, code: 'SIGN_IN' }],
  ['403', 'review', { status: 403, code: 'FORBIDDEN' }],
  ['a blocked tablet', 'signIn', { status: 403, code: 'DEVICE_REVOKED' }],
  ['400', 'review', { status: 400, code: 'INVALID' }],
  ['404', 'review', { status: 404, code: 'NOT_FOUND' }],
  ['410', 'review', { status: 410, code: 'LINK_ENDED' }],
  ['422', 'review', { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }],
  ['an older version', 'conflict', { status: 409, code: 'VERSION_CONFLICT' }],
  ['what took effect long ago', 'done', { status: 409, code: 'ALREADY_DONE' }],
  ['another 409', 'review', { status: 409, code: 'SIGNED_CONTENT_MISMATCH' }],
  ['415', 'review', { status: 415, code: 'UNSUPPORTED' }],
  ['a refusal whose words broke off', 'again', { status: 409 }],
  ['423', 'review', { status: 423, code: 'LOCKED' }],
  ['413', 'smaller', { status: 413, code: 'TOO_LARGE' }],
  ['413 of a gateway in front', 'smaller', { status: 413, code: '', isOurs: false }],
  ['426', 'update', { status: 426, code: 'UPDATE_REQUIRED' }],
  ['a status that nobody knows', 'again', { status: 799 }],
];

test.each(CASES)('%s: %s', (_, verdict, change) => {
  expect(actionFor(answer(change))).toBe(verdict);
});

test('no answer at all is tried again', () => {
  expect(actionFor({ kind: 'nothing' })).toBe('again');
});

test('every row of the table is met by a case above', () => {
  const met = new Set(
    CASES.map(([, , change]) => RESPONSE_TABLE.find(({ matches }) => matches({ ...answer({}), ...change } as never))),
  );
  expect(RESPONSE_TABLE.filter((row) => !met.has(row)).map(({ when }) => when)).toEqual([]);
});
