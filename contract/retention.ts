import { PatientNumber } from '#domain/patients/patient-number.ts';
import {
  DELETION_WAIT,
  DeletionCertificate,
  DUE_REASONS,
  PROPOSAL_STATES,
  RETENTION_REASON_MOST,
  RetentionRules,
} from '#domain/organisation/retention.ts';
import { durationInProse } from '#domain/base/duration-words.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, post, put } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { ListOf, PageFields, PersonAndTime, StatusFilter } from '#contract/shapes/list-shapes.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';

/** The rules of the own organisation; `version` is 1 where nobody ever saved any. */
export const OwnRetentionRules = v.object({
  ...RetentionRules.entries,
  /** shorter times that somebody asked for, and another person must approve; `isMine`: the caller asked */
  asked: v.nullable(v.object({ ...RetentionRules.entries, ...PersonAndTime.entries, isMine: v.boolean() })),
  version: v.number(),
});
export type OwnRetentionRules = v.InferOutput<typeof OwnRetentionRules>;

/** A record that is due, with what stands on it. */
export const RetentionProposal = v.object({
  /** of the patient */
  id: Uuid,
  recordID: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  cases: v.number(),
  why: v.picklist(DUE_REASONS),
  lastActivityAt: v.string(),
  /** plain date */
  dueOn: v.string(),
  proposedAt: v.string(),
  state: v.picklist(PROPOSAL_STATES),
  confirmed: v.nullable(PersonAndTime),
  /** whether the caller is the person who confirmed: another one must approve */
  isConfirmedByMe: v.boolean(),
  /** by the second person; `deletedFrom`: the record is deleted from then on, ISO */
  approved: v.nullable(v.object({ ...PersonAndTime.entries, deletedFrom: v.string() })),
  kept: v.nullable(v.object({ ...PersonAndTime.entries, reason: v.string() })),
  version: v.number(),
});
export type RetentionProposal = v.InferOutput<typeof RetentionProposal>;

/** A legal hold on a patient's record: while it lasts, nothing of the record is proposed or deleted. */
export const LegalHold = v.object({
  id: Uuid,
  patientID: Uuid,
  recordID: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  reason: v.string(),
  placed: PersonAndTime,
  /** by the first of two people; another one must approve. `isMine`: the caller asked */
  liftAsked: v.nullable(v.object({ ...PersonAndTime.entries, reason: v.string(), isMine: v.boolean() })),
  lifted: v.nullable(v.object({ ...PersonAndTime.entries, reason: v.string() })),
});
export type LegalHold = v.InferOutput<typeof LegalHold>;

const manage = ['organisation.manage'] as const;
const Reason = Prose({ label: 'Reason', least: 1, most: RETENTION_REASON_MOST });
const One = { id: Uuid, version: ExpectedVersion };

export const retention = {
  retentionGet: get('retention/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'For how long records are kept, and whether due ones are looked for: never before an administrator switches it on.',
    input: Nothing,
    output: DataOf(OwnRetentionRules),
  }),
  retentionUpdate: put('retention/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary:
      'Changes for how long records are kept. Proposals that nobody has confirmed are made anew. Times that become shorter than the code of practice says are asked for by one person, and hold once another one sends the same.',
    input: v.strictObject({ ...RetentionRules.entries, version: ExpectedVersion }),
    output: DataOf(OwnRetentionRules),
  }),
  retentionProposals: get('retention/proposals', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: manage,
    summary: 'Records that are due, the longest due first, each with why and with who has confirmed or kept it.',
    input: v.strictObject({ ...PageFields, status: StatusFilter(PROPOSAL_STATES) }),
    output: ListOf(RetentionProposal),
  }),
  retentionConfirm: post('retention/confirm', {
    holds: { answer: 'lines', refusals: 'record' },
    access: manage,
    summary: 'Confirms that a due record is to be deleted. Nothing is deleted before another person has approved it.',
    input: v.strictObject(One),
    output: DataOf(RetentionProposal),
  }),
  retentionKeep: post('retention/keep', {
    holds: { answer: 'lines', refusals: 'record' },
    access: manage,
    summary: 'Keeps a due record, with a reason, also one that was confirmed or approved. It is proposed again after a year.',
    input: v.strictObject({ ...One, reason: Reason }),
    output: DataOf(RetentionProposal),
  }),
  retentionApprove: post('retention/approve', {
    holds: { answer: 'lines', refusals: 'record' },
    access: manage,
    summary: `Approves the deletion of a record that another person has confirmed. Never the same person. It is deleted for good ${durationInProse(DELETION_WAIT)} later, unless somebody keeps it, and leaves a certificate.`,
    input: v.strictObject(One),
    output: DataOf(RetentionProposal),
  }),
  retentionCertificates: get('retention/certificates', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'What is left of deleted records, newest first: kinds, counts, digests, why, and the two people. No patient.',
    input: v.strictObject(PageFields),
    output: ListOf(DeletionCertificate),
  }),
  retentionHolds: get('retention/holds', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: manage,
    summary: 'Legal holds, those in force first.',
    input: v.strictObject(PageFields),
    output: ListOf(LegalHold),
  }),
  retentionHold: post('retention/hold', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: manage,
    summary: 'Places a legal hold on the record of a patient, by its number and with a reason. A proposal to delete it ends.',
    input: v.strictObject({ patient: PatientNumber, reason: Reason }),
    output: DataOf(LegalHold),
  }),
  retentionLift: post('retention/lift', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: manage,
    summary: 'Lifts a legal hold, with a reason: one person asks for it, and another one lifts it by the same call.',
    input: v.strictObject({ id: Uuid, reason: Reason }),
    output: DataOf(LegalHold),
  }),
};
