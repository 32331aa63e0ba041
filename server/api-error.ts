import type { Fault } from '#contract/faults.ts';
import { FAILURES, codeOf, type FailureKey } from '#domain/messages.ts';
import type { Db } from './data/db.ts';

type Circumstances = {
  fields?: readonly Fault[];
  data?: unknown;
  retryAfter?: number;
  afterwards?: (db: Db) => Promise<void>;
};

/** The server says no, in one of the sentences of the closed catalogue. */
export class Refused extends Error {
  override name = 'Refused';
  readonly key: FailureKey;
  readonly fields: readonly Fault[] | undefined;
  readonly data: unknown;
  /** seconds after which another try makes sense */
  readonly retryAfter: number | undefined;
  /** What is kept all the same, in a transaction of its own after the call's was undone; keyed calls only. */
  readonly afterwards: ((db: Db) => Promise<void>) | undefined;

  constructor(key: FailureKey, { fields, data, retryAfter, afterwards }: Circumstances = {}) {
    super(FAILURES[key].message);
    this.key = key;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
    this.afterwards = afterwards;
  }

  get status(): number {
    return FAILURES[this.key].status;
  }

  get code(): string {
    return codeOf(this.key);
  }
}
