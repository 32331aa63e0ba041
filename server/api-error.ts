import type { RefusalData } from '#contract/engine/define.ts';
import type { Fault } from '#domain/base/fault.ts';
import { refusedState, type BlockedBy, type BlockedState } from '#domain/cases/refused-state.ts';
import { FAILURES, codeOf, failureMessage, type FailureKey } from '#domain/base/messages.ts';
import type { AccessSubject } from './data/audit/access-log.ts';
import type { Db } from './data/db.ts';

/** The keys of refusals without a present state beside them. */
export type PlainFailureKey = Exclude<FailureKey, 'MOVE_REFUSED'>;

type Circumstances = {
  fields?: readonly Fault[];
  retryAfter?: number;
  afterwards?: (db: Db) => Promise<void>;
} & Held;

/** The data of a refusal. With the present entity it says whose record that is: null for what is of no patient. */
type Held = { data?: RefusalData; shows?: AccessSubject } | { data: { readonly current: unknown }; shows: AccessSubject | null };

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

  /** the state that stands in the way of an act which cannot be done now; no such refusal is built without it */
  readonly blocked: BlockedBy | undefined;

  constructor(key: PlainFailureKey, circumstances?: Circumstances);
  constructor(key: FailureKey, circumstances: Circumstances & { blocked: BlockedBy | undefined });
  constructor(
    key: FailureKey,
    { fields, data, retryAfter, afterwards, shows, blocked }: Circumstances & { blocked?: BlockedBy | undefined } = {},
  ) {
    super(blocked?.message ?? failureMessage(key, retryAfter));
    this.blocked = blocked;
    this.key = key;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
    this.afterwards = afterwards;
    this.shows = shows ?? undefined;
  }

  get status(): number {
    return FAILURES[this.key].status;
  }

  /** The state that the answer names: of every refusal that a present state is the reason for. */
  get state(): string | undefined {
    return this.status === 409 ? (this.blocked?.state ?? this.key) : undefined;
  }

  get code(): string {
    return codeOf(this.key);
  }
}

/** The refusal of an act that cannot be done now, with the state that stands in the way. */
export function moveRefused(state: BlockedState): Refused {
  return new Refused('MOVE_REFUSED', { blocked: refusedState(state) });
}
