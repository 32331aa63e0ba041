import { nextAuthState, SIGNED_OUT, type AuthEvent, type AuthState, type Session } from '#src/session/auth-state.ts';
import { expect, test } from 'vitest';

// Only the user and the token matter.
const session = (token: string | null, userId = 'a') =>
  ({ token, tokenExpiryDate: '2026-08-06T14:05:00.000Z', user: { _id: userId } }) as Session;

const STATES = {
  signedOut: SIGNED_OUT,
  online: { kind: 'online', session: session('one') },
  offline: { kind: 'offline', session: session(null) },
  locked: { kind: 'locked', session: session('one'), why: 'unreached', at: 0 },
  ended: { kind: 'ended', session: session('one'), reason: 'It ended' },
} as const satisfies Record<AuthState['kind'], AuthState>;

const EVENTS = {
  entered: { kind: 'entered', session: session('two', 'b') },
  renewed: { kind: 'renewed', token: 'three', tokenExpiryDate: '2026-08-06T15:05:00.000Z' },
  userChanged: { kind: 'userChanged', user: session('x', 'c').user },
  lock: { kind: 'lock', why: 'idle', at: 1 },
  expired: { kind: 'expired', reason: 'The server said so' },
  left: { kind: 'left' },
} as const satisfies Record<AuthEvent['kind'], AuthEvent>;

/** The kind of state after each event; the table is complete. */
const TABLE: Record<AuthState['kind'], Record<AuthEvent['kind'], AuthState['kind']>> = {
  signedOut: {
    entered: 'online',
    renewed: 'signedOut',
    userChanged: 'signedOut',
    lock: 'signedOut',
    expired: 'signedOut',
    left: 'signedOut',
  },
  online: { entered: 'online', renewed: 'online', userChanged: 'online', lock: 'locked', expired: 'ended', left: 'signedOut' },
  offline: { entered: 'online', renewed: 'online', userChanged: 'offline', lock: 'locked', expired: 'ended', left: 'signedOut' },
  locked: { entered: 'online', renewed: 'locked', userChanged: 'locked', lock: 'locked', expired: 'ended', left: 'signedOut' },
  ended: { entered: 'online', renewed: 'ended', userChanged: 'ended', lock: 'ended', expired: 'ended', left: 'signedOut' },
};

const CASES = Object.entries(TABLE).flatMap(([from, row]) =>
  Object.entries(row).map(([event, to]) => [from, event, to] as const),
);

test.each(CASES)('%s, then %s: %s', (from, event, to) => {
  // The names come from the tables above.
  const state = STATES[from as AuthState['kind']];
  const next = nextAuthState(state, EVENTS[event as AuthEvent['kind']]);
  expect(next.kind).toBe(to);
});

test('a session without a token is offline work', () => {
  expect(nextAuthState(SIGNED_OUT, { kind: 'entered', session: session(null) }).kind).toBe('offline');
});

test('a lock keeps the session that calls are made with, also a renewed one', () => {
  const locked = nextAuthState(STATES.online, EVENTS.lock);
  expect(nextAuthState(locked, EVENTS.renewed)).toMatchObject({ session: { token: 'three', user: { _id: 'a' } } });
});

test('the person of an ended session is known until somebody enters or leaves, and the last reason counts', () => {
  expect(nextAuthState(STATES.ended, EVENTS.expired)).toMatchObject({
    session: { user: { _id: 'a' } },
    reason: 'The server said so',
  });
  expect(nextAuthState(STATES.ended, EVENTS.left)).toEqual(SIGNED_OUT);
});
