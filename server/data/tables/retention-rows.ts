import type { DeletionCertificate, DueReason, ProposalState, RetentionRules } from '#domain/organisation/retention.ts';
import type { Generated } from 'kysely';

/** Rules that one person asked for: `by` the id of the person, `at` ISO. */
export type ProposedRules = RetentionRules & { readonly by: string; readonly name: string; readonly at: string };

/** Retention: rules, proposals, holds, and what is left of deleted records. */
export type RetentionTables = {
  retention_rules: {
    organisation_id: string;
    is_on: boolean;
    adult_years: number;
    death_years: number;
    child_age: number;
    version: number;
    updated_at: string;
    updated_by: string;
    /** the day, a plain date, of the present search for due records, and the last patient it looked at; null once it is through */
    searched_on: Generated<string | null>;
    searched_to: Generated<string | null>;
    /** shorter times that wait for a second person */
    asked: Generated<ProposedRules | null>;
  };
  /** one at most for each patient */
  retention_proposals: {
    organisation_id: string;
    patient_id: string;
    why: DueReason;
    last_activity_at: string;
    due_on: string;
    proposed_at: string;
    state: ProposalState;
    confirmed_by: string | null;
    confirmed_name: string | null;
    confirmed_at: string | null;
    /** never the person who confirmed: the database refuses it */
    approved_by: string | null;
    approved_name: Generated<string | null>;
    approved_at: Generated<string | null>;
    kept_by: string | null;
    kept_name: string | null;
    kept_at: string | null;
    kept_reason: string | null;
    version: number;
  };
  legal_holds: {
    organisation_id: string;
    id: string;
    patient_id: string;
    reason: string;
    placed_at: string;
    placed_by: string;
    placed_name: string;
    /** by the first of two people */
    lift_asked_by: Generated<string | null>;
    lift_asked_name: Generated<string | null>;
    lift_asked_at: Generated<string | null>;
    lift_asked_reason: Generated<string | null>;
    lifted_at: string | null;
    lifted_by: string | null;
    lifted_name: string | null;
    lifted_reason: string | null;
  };
  deletion_certificates: {
    organisation_id: string;
    id: string;
    at: string;
    /** the patients whose records were deleted, and the ids of all chains that went with them */
    patients: string[];
    chains: string[];
    content: DeletionCertificate;
    /** of the content; the security log names it */
    sha256: string;
  };
  /** deleted records as tablets learn of them: ids alone */
  deleted_entities: {
    organisation_id: string;
    entity: 'patient' | 'consent' | 'listed';
    id: string;
    version: number;
    at: string;
  };
};
