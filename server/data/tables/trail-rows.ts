import type { AccessAct } from '#domain/audit/access-log.ts';
import type { EventAuthor, TimelineEvent } from '#domain/cases/timeline.ts';
import type { Generated } from 'kysely';

/** The tables of acts and of readings. */
export type TrailTables = { timeline: TimelineTable; access_log: AccessTable };

type TimelineTable = FromWhere & {
  organisation_id: string;
  case_id: string;
  seq: number;
  id: string;
  at: string;
  device_at: string | null;
  type: string;
  actor: EventAuthor;
  version_id: string | null;
  detail: TimelineEvent['detail'];
  prev_hash: string;
  hash: string;
};

/** One reading of a record, or of a list; `seq` from 1 within its chain, which one server writes on one day. */
type AccessTable = {
  organisation_id: string;
  chain_id: string;
  seq: number;
  id: string;
  at: string;
  act: AccessAct;
  /** name of the call in the contract */
  call: string;
  /** null for a document that was fetched by its short-lived address, which names nobody */
  user_id: string | null;
  actor: string | null;
  /** name of the role at that time */
  role: string;
  /** null for a list */
  patient_id: string | null;
  case_id: string | null;
  device_id: string | null;
  address: string;
  /** the reason, where one is required */
  why: string;
  detail: string;
  prev_hash: string;
  /** under the server's key, over the line and the hash before */
  hash: string;
};

/** The caller, the tablet, and the network address: set from the transaction of the call, null for acts of the server itself. */
type FromWhere = {
  user_id: Generated<string | null>;
  device_id: Generated<string | null>;
  address: Generated<string | null>;
};
