import type { CloseReason, EndKind, EndSource } from '#domain/cases/case-end.ts';
import type { Generated } from 'kysely';

/** The table of the acts that ended cases. */
export type EndTables = {
  /** each with the consent by which it was done, and what became of it */
  case_ends: {
    organisation_id: string;
    id: string;
    case_id: string;
    kind: EndKind;
    /** plain date */
    ended_on: string;
    /** when it arrived, and when it was done by the clock of its device as corrected */
    at: string;
    captured_at: string;
    by_id: string;
    by_name: string;
    source: EndSource;
    /** the version in force at the operation; null where none was */
    consent_id: string | null;
    without_reason: string | null;
    /** of a close */
    close_reason: CloseReason | null;
    note: string | null;
    undone_at: Generated<string | null>;
    undone_by: Generated<string | null>;
    undone_reason: Generated<string | null>;
    /** when the consent was taken back after it, and who has settled whether it was done */
    taken_back_at: Generated<string | null>;
    settled_at: Generated<string | null>;
    settled_by: Generated<string | null>;
    settled_outcome: Generated<string | null>;
  };
};
