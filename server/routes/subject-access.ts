import { DONE } from '#domain/base/done-messages.ts';
import { listLines, listPacks } from '#server/data/packs/subject-packs.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openPatient } from '#server/work/cases/open-patient.ts';
import { givePart } from '#server/work/packs/give-part.ts';
import {
  askForPack,
  decideAboutLines,
  openPack,
  presentLine,
  presentPack,
  releasePack,
} from '#server/work/packs/subject-access.ts';

type Names = `subjectAccess${'Create' | 'Get' | 'Lines' | 'Decide' | 'Release' | 'Download'}`;

export const subjectAccessHandlers: Pick<Handlers, Names> = {
  async subjectAccessCreate(input, context) {
    return { message: DONE.PACK_ASKED, data: await askForPack(input, context) };
  },

  async subjectAccessGet({ patientID, ...at }, context) {
    const { db, actor } = context;
    const patient = patientID === undefined ? undefined : await openPatient(context, patientID, { lock: 'none' });
    // The copy of a merged record is that of the one in use.
    const of = { organisationId: actor.organisationId, patientId: patient?.survivor_id ?? patient?.id };
    const { records, ...frame } = await listPacks(db, of, at);
    return { message: DONE.OK, data: { ...frame, records: records.map((pack) => presentPack(pack, actor)) } };
  },

  async subjectAccessLines({ id, ...at }, context) {
    const pack = await openPack(context, id);
    const { records, ...frame } = await listLines(context.db, { organisationId: pack.organisation_id, id }, at);
    return { message: DONE.OK, data: { ...frame, records: records.map(presentLine) } };
  },

  async subjectAccessDecide(input, context) {
    return { message: DONE.PACK_DECIDED, data: await decideAboutLines(input, context) };
  },

  async subjectAccessRelease(input, context) {
    return { message: DONE.PACK_RELEASED, data: await releasePack(input, context) };
  },

  subjectAccessDownload: givePart,
};
