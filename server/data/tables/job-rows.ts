import type { Generated } from 'kysely';

/** Work that is due, and is done in its own time. */
export type JobTable = {
  id: string;
  organisation_id: string;
  /** CONFIRMATION makes every addendum, also outcomes of disagreements; STAMP is of builds before, and does nothing. The names are those of stored jobs. */
  kind: 'SEAL' | 'STAMP' | 'VIEW' | 'CONFIRMATION' | 'REFUSAL' | 'ARCHIVE' | 'MAIL' | 'PACK';
  payload: { consentID: string } | { mailID: string } | { packID: string };
  dedup: string;
  state: 'DUE' | 'DONE';
  attempts: Generated<number>;
  next_at: string;
  lease_until: string | null;
  last_error: string | null;
  created_at: string;
};
