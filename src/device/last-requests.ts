import { isOurAnswer } from '#contract/engine/our-answer.ts';
import { REQUESTS_MOST } from '#domain/safety/safety-report.ts';

/** The ids of the last requests to the server, the newest last: they lead to the lines of its log, and hold nothing themselves. */
let ids: readonly string[] = [];

/** Notes the id that the server has given a request. @returns the same answer */
export function noteRequest(answer: Response): Response {
  const id = answer.headers.get('x-request-id');
  if (id !== null && isOurAnswer(answer.headers)) ids = [...ids, id].slice(-REQUESTS_MOST);
  return answer;
}

export function lastRequests(): readonly string[] {
  return ids;
}
