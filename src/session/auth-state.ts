import type { User } from '#contract/shapes/user-shapes.ts';

/**
 * A staff session: in memory, and its token in this tab's sessionStorage. Without a token it is an offline session, opened with
 * the password while the server was out of reach: nothing can be sent before a sign-in.
 */
export type Session = { readonly token: string | null; readonly tokenExpiryDate: string; readonly user: User };

/**
 * Ground of a lock. `idle`: nobody used the screen. `unreached`: the server was gone before the person's vault was open. `unfinished`: this
 * page has no password to make the person's vault with, or to end their sign-in on this tablet.
 */
export type LockReason = 'idle' | 'unreached' | 'unfinished';

/**
 * State of the sign-in. `locked` and `ended` hide the screens until the same person proves to be there: by the password, or by a
 * new sign-in. Calls go on under a lock; under an ended session there is no token.
 */
export type AuthState =
  | { readonly kind: 'signedOut'; readonly reason: string | null }
  | { readonly kind: 'online' | 'offline'; readonly session: Session }
  /** `at`: since when, epoch ms */
  | { readonly kind: 'locked'; readonly session: Session; readonly why: LockReason; readonly at: number }
  | { readonly kind: 'ended'; readonly session: Session; readonly reason: string };

export type AuthEvent =
  /** a sign-in, an unlock or a resume has opened a session */
  | { readonly kind: 'entered'; readonly session: Session }
  | ({ readonly kind: 'renewed' } & Pick<Session, 'token' | 'tokenExpiryDate'>)
  | { readonly kind: 'userChanged'; readonly user: User }
  | { readonly kind: 'lock'; readonly why: LockReason; readonly at: number }
  /** the session ended unasked, with a sentence for the person */
  | { readonly kind: 'expired'; readonly reason: string }
  /** the person has left */
  | { readonly kind: 'left' };

export const SIGNED_OUT: AuthState = { kind: 'signedOut', reason: null };

type WithSession = { readonly session: Session };
type Transition<K, E> = (state: Extract<AuthState, { kind: K }>, event: Extract<AuthEvent, { kind: E }>) => AuthState;

const entered = (_: AuthState, { session }: WithSession): AuthState => openState(session);
// A new object each time, so that every request to leave notifies the listeners.
const left = (): AuthState => ({ ...SIGNED_OUT });
const same = (state: AuthState): AuthState => state;
const expired = ({ session }: WithSession, { reason }: { readonly reason: string }): AuthState => ({
  kind: 'ended',
  session,
  reason,
});

type Renewal = Pick<Session, 'token' | 'tokenExpiryDate'>;
const renewedSession = ({ session }: WithSession, { token, tokenExpiryDate }: Renewal): Session => ({
  ...session,
  token,
  tokenExpiryDate,
});
const sessionWithUser = ({ session }: WithSession, { user }: { readonly user: User }): Session => ({ ...session, user });

const OPEN = {
  entered,
  renewed: (state: WithSession, event: Renewal) => openState(renewedSession(state, event)),
  userChanged: (state: WithSession, event: { readonly user: User }) => openState(sessionWithUser(state, event)),
  lock: ({ session }: WithSession, { why, at }: { readonly why: LockReason; readonly at: number }): AuthState => ({
    kind: 'locked',
    session,
    why,
    at,
  }),
  expired,
  left,
};

type Transitions = { readonly [K in AuthState['kind']]: { readonly [E in AuthEvent['kind']]: Transition<K, E> } };

/** Every state meets every event; a pair without an effect keeps the state as it is. */
const TRANSITIONS: Transitions = {
  signedOut: {
    entered,
    renewed: same,
    userChanged: same,
    lock: same,
    expired: (_, { reason }) => ({ kind: 'signedOut', reason }),
    left,
  },
  online: OPEN,
  offline: OPEN,
  locked: {
    ...OPEN,
    // The lock stays over a session that calls go on with.
    renewed: (state, event) => ({ ...state, session: renewedSession(state, event) }),
    userChanged: (state, event) => ({ ...state, session: sessionWithUser(state, event) }),
    lock: same,
  },
  ended: {
    entered,
    renewed: same,
    userChanged: same,
    lock: same,
    expired,
    left,
  },
};

export function nextAuthState(state: AuthState, event: AuthEvent): AuthState {
  // The table is typed by both kinds, which TypeScript does not follow through an index.
  const transition = TRANSITIONS[state.kind][event.kind] as (state: AuthState, event: AuthEvent) => AuthState;
  return transition(state, event);
}

function openState(session: Session): AuthState {
  return { kind: session.token === null ? 'offline' : 'online', session };
}
