import { DONE, parsedRecords, sentAgainWords } from '#domain/base/done-messages.ts';
import { FAILURES, codeOf, failureMessage, type FailureKey } from '#domain/base/messages.ts';
import { refusedState, type BlockedState } from '#domain/cases/refused-state.ts';

const PARSED = new RegExp(`^${parsedRecords(0).replace('0', String.raw`\d+`)}$`);
const SENTENCES = new Set<string>(Object.values(DONE));
const SENT_AGAIN = new RegExp(`^${sentAgainWords(['NAMES']).replace('NAMES', String.raw`\S.*`)}$`);

/**
 * Notes the code of a failure.
 *
 * @throws Error for a sentence that is not in the catalogue, or that goes with another status or code than the catalogue says
 */
export function holdToCatalogue(status: number, body: unknown, failures: Set<string>): void {
  if (typeof body !== 'object' || body === null || 'openapi' in body) return;
  // Members are compared, not trusted.
  const { message, error, data } = body as { message?: unknown; error?: unknown; data?: unknown };
  if (status === 200 || status === 202) {
    if (!SENTENCES.has(String(message)) && !PARSED.test(String(message)) && !SENT_AGAIN.test(String(message)))
      throw new Error(`A success with a sentence of its own: ${String(message)}`);
    return;
  }
  if (isOfBlockedState(String(message), data) && status === FAILURES.MOVE_REFUSED.status && error === codeOf('MOVE_REFUSED'))
    return void failures.add('MOVE_REFUSED');
  // A wait that is known stands in some sentences.
  const said = String(message).replace(/ in \d+ (?:second|minute|hour)s?\.$/, ' in 2 seconds.');
  const key = (Object.keys(FAILURES) as FailureKey[]).find((each) =>
    [FAILURES[each].message, failureMessage(each, 2)].includes(said),
  );
  if (key === undefined || FAILURES[key].status !== status || codeOf(key) !== error)
    throw new Error(`A failure outside the catalogue: ${status} ${String(error)} ${String(message)}`);
  failures.add(key);
}

/** Whether a sentence is that of the state beside it; the day since when it is so stands in some. */
function isOfBlockedState(message: string, data: unknown): boolean {
  const { state } = (data ?? {}) as { state?: BlockedState };
  const words = state === undefined || state in FAILURES ? undefined : refusedState(state).message;
  return message.replace(/ on \d{1,2} [A-Z][a-z]{2,3}\b/, '') === words;
}
