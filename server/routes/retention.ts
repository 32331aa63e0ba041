import { DONE } from '#domain/base/done-messages.ts';
import { listCertificates } from '#server/data/retention/certificates.ts';
import {
  listHolds,
  listProposals,
  presentHold,
  presentProposal,
  presentRules,
  retentionRules,
} from '#server/data/retention/retention.ts';
import type { Handlers } from '#server/http/serve.ts';
import { approveDeletion, confirmDeletion, keepRecord } from '#server/work/retention/delete-record.ts';
import { liftHold, placeHold } from '#server/work/retention/holds.ts';
import { changeRules } from '#server/work/retention/rules.ts';

type Names =
  | 'retentionGet'
  | 'retentionUpdate'
  | 'retentionProposals'
  | 'retentionConfirm'
  | 'retentionKeep'
  | 'retentionApprove'
  | 'retentionCertificates'
  | 'retentionHolds'
  | 'retentionHold'
  | 'retentionLift';

export const retentionHandlers: Pick<Handlers, Names> = {
  async retentionGet(_, { db, actor }) {
    return { message: DONE.OK, data: presentRules(await retentionRules(db, actor.organisationId), actor.userId) };
  },

  async retentionUpdate(input, context) {
    const { isSaved, data } = await changeRules(input, context);
    return { message: isSaved ? DONE.RETENTION_SAVED : DONE.RETENTION_ASKED, data };
  },

  async retentionProposals(input, { db, actor: { organisationId, userId } }) {
    const { records, ...frame } = await listProposals(db, { organisationId, ...input });
    return { message: DONE.OK, data: { ...frame, records: records.map((row) => presentProposal(row, userId)) } };
  },

  async retentionConfirm(input, context) {
    return { message: DONE.DELETION_CONFIRMED, data: await confirmDeletion(input, context) };
  },

  async retentionKeep(input, context) {
    return { message: DONE.RECORD_KEPT, data: await keepRecord(input, context) };
  },

  async retentionApprove(input, context) {
    return { message: DONE.DELETION_APPROVED, data: await approveDeletion(input, context) };
  },

  async retentionCertificates(at, { db, actor }) {
    return { message: DONE.OK, data: await listCertificates(db, actor.organisationId, at) };
  },

  async retentionHolds(at, { db, actor }) {
    const { records, ...frame } = await listHolds(db, actor.organisationId, at);
    return { message: DONE.OK, data: { ...frame, records: records.map((row) => presentHold(row, actor.userId)) } };
  },

  async retentionHold(input, context) {
    return { message: DONE.HOLD_PLACED, data: await placeHold(input, context) };
  },

  async retentionLift(input, context) {
    const data = await liftHold(input, context);
    return { message: data.lifted === null ? DONE.HOLD_LIFT_ASKED : DONE.HOLD_LIFTED, data };
  },
};
