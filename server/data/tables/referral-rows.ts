import type { AttachmentType } from '#domain/documents/attachment.ts';
import type { ReferredProcedure } from '#domain/referrals/referred-procedure.ts';
import type { ReferralMove } from '#domain/referrals/referral.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** A case and its patient as they were when the referral ended: its referrer is told of nothing later. `at` is ISO, `version` the case's. */
export type EndedReferral = {
  at: string;
  version: number;
  status: CaseStatus;
  patient: RecordSummary['patient'];
  mergedFrom: RecordSummary['mergedFrom'];
};

/** Question, conversation and files of the cases that were referred; status and sides stand in the case. */
export type ReferralTables = {
  referrals: {
    organisation_id: string;
    case_id: string;
    question: string;
    procedures: ReferredProcedure[];
    /** the last word of the addressee */
    answer: string | null;
    submitted_at: string | null;
    /** null until the referral ends */
    ended: EndedReferral | null;
  };
  referral_messages: {
    organisation_id: string;
    case_id: string;
    seq: number;
    at: string;
    user_id: string;
    user_name: string;
    move: ReferralMove;
    text: string;
  };
  referral_attachments: {
    organisation_id: string;
    id: string;
    case_id: string;
    name: string;
    type: AttachmentType;
    size: number;
    sha256: string;
    bytes: Uint8Array;
    at: string;
    user_id: string;
    user_name: string;
  };
};
