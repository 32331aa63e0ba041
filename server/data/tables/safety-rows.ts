import type { Harm, SafetyContext, SafetyKind, SafetyState } from '#domain/safety/safety-report.ts';
import type { Generated } from 'kysely';

/** The table of reports of safety problems, which nobody deletes. */
export type SafetyTables = {
  safety_reports: {
    organisation_id: string;
    id: string;
    /** counted for each organisation, from 1 */
    number: number;
    /** by the reporter's device where it was queued there */
    at: string;
    received_at: string;
    by_id: string;
    by_name: string;
    kind: SafetyKind;
    harm: Harm;
    words: string;
    context: SafetyContext & {
      build: string | null;
      deviceID: string | null;
      settings: Record<string, unknown>;
    };
    /** the case, where the reporter chose to name it; it may be deleted since */
    case_id: string | null;
    state: SafetyState;
    hazard: Generated<string | null>;
    answer: Generated<string | null>;
    settled_at: Generated<string | null>;
    settled_by: Generated<string | null>;
    settled_name: Generated<string | null>;
    /** when it was told once more, as nobody had seen it */
    told_again_at: Generated<string | null>;
  };
};
