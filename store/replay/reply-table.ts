/** What came back for a call that was sent: nothing, or an answer. */
export type Reply =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'answer';
      /** 0 for a redirect that the browser does not show */
      readonly status: number;
      /** Whether it bears the product's mark (`X-App: consent`); what stands in between has none. */
      readonly isOurs: boolean;
      /** Whether a success has the shape that the contract promises. */
      readonly isValid: boolean;
      /** the failure's code, '' where none came whole */
      readonly code: string;
      /** ms to wait as told, null where nothing was told */
      readonly retryAfter: number | null;
    };
type Answer = Extract<Reply, { kind: 'answer' }>;

/**
 * What follows. `again`: the same call later, never given up. `portal`: as again, and "this network needs you to sign in".
 * `wait`: the whole queue, as long as told. `signIn` and `update`: the whole queue, until somebody does. `done`: it
 * took effect so long ago that its answer is kept no more. `review`: somebody must look at this one. `smaller`: an envelope is halved, a single call is reviewed.
 */
export type Verdict =
  | 'acknowledge'
  | 'again'
  | 'portal'
  | 'wait'
  | 'signIn'
  | 'done'
  | 'review'
  | 'conflict'
  | 'smaller'
  | 'update';

type Row = { readonly when: string; readonly holds: (answer: Answer) => boolean; readonly verdict: Verdict };

const isOneOf =
  (...statuses: readonly number[]) =>
  ({ status }: Answer) =>
    statuses.includes(status);
const isFrom =
  (least: number) =>
  ({ status }: Answer) =>
    status >= least && status < least + 100;

/** Every answer meets the first row that holds. The order matters: whose answer it is comes before what it says. */
export const REPLY_TABLE: readonly Row[] = [
  { when: 'a redirect', holds: ({ status }) => status === 0 || (status >= 300 && status < 400), verdict: 'portal' },
  { when: 'a wait from anybody', holds: (answer) => isOneOf(429, 503)(answer) && answer.retryAfter !== null, verdict: 'wait' },
  {
    when: 'somebody else’s failing server',
    holds: (answer) => !answer.isOurs && answer.status >= 500 && answer.status !== 511,
    verdict: 'again',
  },
  // Of a gateway in front as well, which has no mark of ours.
  { when: 'too much', holds: isOneOf(413), verdict: 'smaller' },
  { when: 'somebody else’s answer', holds: ({ isOurs }) => !isOurs, verdict: 'portal' },
  { when: 'a whole success', holds: (answer) => isFrom(200)(answer) && answer.isValid, verdict: 'acknowledge' },
  { when: 'a success that is cut short', holds: isFrom(200), verdict: 'again' },
  {
    when: 'the first one still running',
    holds: ({ status, code }) => status === 409 && code === 'IN_PROGRESS',
    verdict: 'again',
  },
  { when: 'an older version', holds: ({ status, code }) => status === 409 && code === 'VERSION_CONFLICT', verdict: 'conflict' },
  { when: 'done long ago', holds: ({ status, code }) => status === 409 && code === 'ALREADY_DONE', verdict: 'done' },
  { when: 'no session', holds: isOneOf(401), verdict: 'signIn' },
  { when: 'too early, or too slow', holds: isOneOf(408, 425), verdict: 'again' },
  { when: 'too old a build', holds: isOneOf(426), verdict: 'update' },
  { when: 'too often, with no time told', holds: isOneOf(429), verdict: 'again' },
  { when: 'a refusal that is cut short', holds: (answer) => isFrom(400)(answer) && answer.code === '', verdict: 'again' },
  { when: 'a refusal', holds: isFrom(400), verdict: 'review' },
  { when: 'a failing server', holds: isFrom(500), verdict: 'again' },
];

/** What follows from a reply; one that no row knows is tried again, for nothing may be lost. */
export function verdictOn(reply: Reply): Verdict {
  if (reply.kind === 'nothing') return 'again';
  return REPLY_TABLE.find(({ holds }) => holds(reply))?.verdict ?? 'again';
}
