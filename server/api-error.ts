import type { Fault } from '#domain/base/fault.ts';
import { FAILURES, codeOf, failureMessage, type FailureKey } from '#domain/base/messages.ts';
import type { AccessSubject } from './data/audit/access-log.ts';
import type { Db } from './data/db.ts';

type Circumstances = {
  fields?: readonly Fault[];
  data?: unknown;
  retryAfter?: number;
  afterwards?: (db: Db) => Promise<void>;
  shows?: AccessSubject;
};

/** A refusal, with one of the sentences of the closed catalogue. */
export class Refused extends Error {
  override name = 'Refused';
  readonly key: FailureKey;
  readonly fields: readonly Fault[] | undefined;
  readonly data: unknown;
  /** seconds until a retry makes sense */
  readonly retryAfter: number | undefined;
  /** the record whose content `data` holds: to answer with it is a reading */
  readonly shows: AccessSubject | undefined;
  /** Work in a transaction of its own after the rollback of the call's transaction; keyed calls only. */
  readonly afterwards: ((db: Db) => Promise<void>) | undefined;

  constructor(key: FailureKey, { fields, data, retryAfter, afterwards, shows }: Circumstances = {}) {
    super(failureMessage(key, retryAfter));
    this.key = key;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
    this.afterwards = afterwards;
    this.shows = shows;
  }

  get status(): number {
    return FAILURES[this.key].status;
  }

  get code(): string {
    return codeOf(this.key);
  }
}
