/** The time of one exchange with a service for messages, ms, and the most of its answer, bytes [choice]. */
export const SERVICE_TIMEOUT = 10_000;
export const SERVICE_ANSWER_MOST = 1024 * 1024;

/**
 * Why a service for messages did not take one. BUSY: later, taken by nobody; UNKNOWN: nobody knows whether it was taken; ADDRESS: nobody is reached
 * there; FINAL: never; CLOSED: the service serves this organisation no more, until somebody mends that.
 */
export type ServiceRefusal = 'BUSY' | 'UNKNOWN' | 'ADDRESS' | 'FINAL' | 'CLOSED';

/** Thrown for a message that a service did not take. The text names the answer and nothing that was sent. */
export class ServiceRefused extends Error {
  override name = 'ServiceRefused';
  readonly refusal: ServiceRefusal;
  /** ms for which the service wants to be left alone; null where it does not say */
  readonly retryAfter: number | null;
  constructor(refusal: ServiceRefusal, words: string, retryAfter: number | null = null) {
    super(words);
    this.refusal = refusal;
    this.retryAfter = retryAfter;
  }
}

/** The refusal of a status that means the same at each service; null for one that each explains by itself. */
export function refusalOfStatus(status: number): ServiceRefusal | null {
  if (status === 401 || status === 403) return 'CLOSED';
  if (status === 425 || status === 429) return 'BUSY';
  return status === 408 || status >= 500 ? 'UNKNOWN' : null;
}

/** The ms of a header `Retry-After` in seconds; null for any other text. */
export function retryAfterOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;
}
