import type { Fault } from '#contract/faults.ts';
import { FAILURES, codeOf, type FailureKey } from '#domain/messages.ts';

/** The server says no, in one of the sentences of the closed catalogue. */
export class Refused extends Error {
  override name = 'Refused';
  readonly key: FailureKey;
  readonly fields: readonly Fault[] | undefined;
  readonly data: unknown;
  /** seconds after which another try makes sense */
  readonly retryAfter: number | undefined;

  constructor(
    key: FailureKey,
    { fields, data, retryAfter }: { fields?: readonly Fault[]; data?: unknown; retryAfter?: number } = {},
  ) {
    super(FAILURES[key].message);
    this.key = key;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return FAILURES[this.key].status;
  }

  get code(): string {
    return codeOf(this.key);
  }
}
