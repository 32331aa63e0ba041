/** The reply to a sent call: an answer, or nothing. */
export type ServerReply =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'answer';
      /** 0 for a redirect that the browser does not show */
      readonly status: number;
      /** whether it has the product's header (`X-App: consent`); portals and gateways do not send it */
      readonly isOurs: boolean;
      /** whether a success has the shape that the contract promises */
      readonly isValid: boolean;
      /** the failure's code; '' when none arrived complete */
      readonly code: string;
      /** ms to wait, from `Retry-After`; null without it */
      readonly retryAfter: number | null;
      /** the epoch of the server's data; null where the answer names none */
      readonly dataEpoch?: string | null;
    };
/** Whether the product itself has answered, and nobody on the way. */
export function isOurReply(reply: ServerReply): boolean {
  return reply.kind === 'answer' && reply.isOurs;
}

type Answer = Extract<ServerReply, { kind: 'answer' }>;

/**
 * The action for a reply. `again`: back-off and retry, never given up. `foreign`: somebody between this device and the server has answered;
 * a ping tells whether it is a hotspot, no network, or something that refuses this body alone. `wait`: the queue pauses as long as is asked. `signIn`, `update`: the queue pauses until the user does that. `done`: the call took
 * effect so long ago that its answer is no longer stored. `review`: the op waits for a person. `smaller`: a batch is halved, a single op goes
 * to review.
 */
export type ReplyAction =
  | 'acknowledge'
  | 'again'
  | 'foreign'
  | 'wait'
  | 'signIn'
  | 'done'
  | 'review'
  | 'conflict'
  | 'smaller'
  | 'update';

type ResponseRule = { readonly when: string; readonly matches: (answer: Answer) => boolean; readonly action: ReplyAction };

const isOneOf =
  (...statuses: readonly number[]) =>
  ({ status }: Answer) =>
    statuses.includes(status);
const isFrom =
  (from: number) =>
  ({ status }: Answer) =>
    status >= from && status < from + 100;

/** The first matching row decides. The order matters: whether the answer is the server's own comes before its content. */
export const RESPONSE_TABLE: readonly ResponseRule[] = [
  { when: 'a redirect', matches: ({ status }) => status === 0 || (status >= 300 && status < 400), action: 'foreign' },
  { when: 'a wait from anybody', matches: (answer) => isOneOf(429, 503)(answer) && answer.retryAfter !== null, action: 'wait' },
  {
    when: 'somebody else’s failing server',
    matches: (answer) => !answer.isOurs && answer.status >= 500 && answer.status !== 511,
    action: 'again',
  },
  // A gateway in front answers 413 as well, without the header.
  { when: 'too much', matches: isOneOf(413), action: 'smaller' },
  {
    when: 'a gateway’s limit, or its patience',
    matches: (answer) => !answer.isOurs && isOneOf(408, 425, 429)(answer),
    action: 'again',
  },
  { when: 'somebody else’s answer', matches: ({ isOurs }) => !isOurs, action: 'foreign' },
  { when: 'a whole success', matches: (answer) => isFrom(200)(answer) && answer.isValid, action: 'acknowledge' },
  { when: 'a success that is cut short', matches: isFrom(200), action: 'again' },
  {
    when: 'the first one still running',
    matches: ({ status, code }) => status === 409 && code === 'IN_PROGRESS',
    action: 'again',
  },
  { when: 'an older version', matches: ({ status, code }) => status === 409 && code === 'VERSION_CONFLICT', action: 'conflict' },
  { when: 'done long ago', matches: ({ status, code }) => status === 409 && code === 'ALREADY_DONE', action: 'done' },
  { when: 'no session', matches: isOneOf(401), action: 'signIn' },
  // Nothing is wrong with the op: it goes once the tablet is allowed again and its owner has signed in.
  { when: 'a blocked tablet', matches: ({ status, code }) => status === 403 && code === 'DEVICE_REVOKED', action: 'signIn' },
  { when: 'too early, or too slow', matches: isOneOf(408, 425), action: 'again' },
  { when: 'too old a build', matches: isOneOf(426), action: 'update' },
  { when: 'too often, without a time', matches: isOneOf(429), action: 'again' },
  { when: 'a refusal that is cut short', matches: (answer) => isFrom(400)(answer) && answer.code === '', action: 'again' },
  { when: 'a refusal', matches: isFrom(400), action: 'review' },
  { when: 'a failing server', matches: isFrom(500), action: 'again' },
];

/** The action for a reply. A reply that no row matches is retried, since no op may be lost. */
export function actionFor(reply: ServerReply): ReplyAction {
  if (reply.kind === 'nothing') return 'again';
  return RESPONSE_TABLE.find(({ matches }) => matches(reply))?.action ?? 'again';
}

/** Whether an answer that is not ours is one that a hotspot gives to a page: a page of its own, a redirect (0: hidden by the browser), or 511. */
export function isHotspotStatus(status: number): boolean {
  return status === 0 || (status >= 200 && status < 400) || status === 511;
}
