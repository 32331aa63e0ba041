import type { Parsed } from '#contract/calls.ts';
import type { SubjectPack, SubjectPackLine } from '#contract/packs/subject-access.ts';
import { counted } from '#domain/base/counted.ts';
import { isPackTable } from '#domain/integrity/data-catalogue.ts';
import { PACK_TABLE_WORDS } from '#domain/packs/pack-words.ts';
import { Refused } from '#server/api-error.ts';
import { queueJob } from '#server/data/jobs/jobs.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import {
  changePack,
  decideLines,
  lockPack,
  packById,
  type ListedPack,
  type PackLineRow,
} from '#server/data/packs/subject-packs.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { openPatient } from '#server/work/cases/open-patient.ts';
import { refuseMadeSecond } from '#server/work/retention/second-person.ts';

type Asking = Context<StaffActor>;

/** Asks for a pack, which a job gathers. @throws Refused NOT_FOUND, REASON_NEEDED */
export async function askForPack(
  { patientID, reason, for: forWhom }: Parsed<'subjectAccessCreate'>,
  context: Asking,
): Promise<SubjectPack> {
  const { db, actor, deps, now } = context;
  const { organisationId, userId, name } = actor;
  const patient = await openPatient(context, patientID, { lock: 'shared' });
  const id = deps.newId();
  await db
    .insertInto('subject_packs')
    .values({
      organisation_id: organisationId,
      id,
      patient_id: patient.survivor_id ?? patient.id,
      for_whom: forWhom,
      reason,
      state: 'PREPARING',
      asked_by: userId,
      asked_name: name,
      asked_at: now,
    })
    .execute();
  await queuePack(context, id);
  await logStaffSecurityEvent(db, context, { type: 'PACK_ASKED', subject: subjectOf(patient), detail: `for ${forWhom}` });
  return shownPack(context, id);
}

/** Keeps or withholds lines. @throws Refused NOT_FOUND for a pack or a line that is not there; PACK_RELEASED for one that waits for nobody any more */
export async function decideAboutLines(
  { id, lines, decision, reason }: Parsed<'subjectAccessDecide'>,
  context: Asking,
): Promise<SubjectPack> {
  const { db, actor, now } = context;
  const { organisationId, userId, name } = actor;
  await lockPack(db, { organisationId, id });
  const pack = await openPack(context, id);
  if (pack.state !== 'DRAFT') throw new Refused(pack.state === 'PREPARING' ? 'PACK_NOT_REVIEWED' : 'PACK_RELEASED');
  const chosen = [...new Set(lines)];
  const decided = { decision, reason, decided_by: userId, decided_name: name, decided_at: now };
  const count = await decideLines(db, { organisationId, id }, { lines: chosen, ...decided });
  if (count < chosen.length) throw new Refused('NOT_FOUND');
  await logStaffSecurityEvent(db, context, {
    type: 'PACK_DECIDED',
    subject: subjectOf(pack),
    detail: `${counted(count, 'line')}: ${decision}`,
  });
  return shownPack(context, id);
}

/**
 * Releases a pack, which a job then makes.
 *
 * @throws Refused PACK_NOT_REVIEWED while a line is open; PACK_NEEDS_ANOTHER for somebody who took part, MADE_SECOND_PERSON
 */
export async function releasePack({ id }: Parsed<'subjectAccessRelease'>, context: Asking): Promise<SubjectPack> {
  const { db, actor, now } = context;
  const { organisationId, userId, name } = actor;
  await lockPack(db, { organisationId, id });
  const pack = await openPack(context, id);
  if (pack.state !== 'DRAFT') throw new Refused(pack.state === 'PREPARING' ? 'PACK_NOT_REVIEWED' : 'PACK_RELEASED');
  if (pack.open_lines > 0) throw new Refused('PACK_NOT_REVIEWED');
  const first = firstPeople(pack);
  if (first.includes(userId)) throw new Refused('PACK_NEEDS_ANOTHER');
  for (const each of first) await refuseMadeSecond(context, { id: each, at: pack.asked_at, right: 'privacy.manage' });
  await changePack(db, { organisationId, id }, { state: 'RELEASED', released_by: userId, released_name: name, released_at: now });
  await queuePack(context, id);
  await logStaffSecurityEvent(db, context, {
    type: 'PACK_RELEASED',
    subject: subjectOf(pack),
    detail: counted(pack.lines, 'line'),
  });
  return shownPack(context, id);
}

/** Opens a pack for a change, or for what is in it. @throws Refused NOT_FOUND, REASON_NEEDED */
export async function openPack(context: Asking, id: string): Promise<ListedPack> {
  const { db, actor } = context;
  const pack = await packById(db, { organisationId: actor.organisationId, id });
  if (pack === undefined) throw new Refused('NOT_FOUND');
  await openPatient(context, pack.patient_id, { lock: 'none' });
  return pack;
}

/** The people who decided about a line; where there was nothing to decide, the one who asked. */
function firstPeople({ deciders, asked_by }: ListedPack): readonly string[] {
  return deciders.length === 0 ? [asked_by] : deciders;
}

async function queuePack({ db, actor, deps, now }: Asking, id: string): Promise<void> {
  const { organisationId } = actor;
  const jobId = deps.newId();
  const dedup = `pack:${id}:${jobId}`;
  await queueJob(db, {
    id: jobId,
    organisation_id: organisationId,
    kind: 'PACK',
    payload: { packID: id },
    dedup,
    created_at: now,
  });
}

function subjectOf({ number }: { readonly number: number }): string {
  return `patient ${shownNumber(number)}`;
}

async function shownPack({ db, actor }: Asking, id: string): Promise<SubjectPack> {
  const pack = await packById(db, { organisationId: actor.organisationId, id });
  if (pack === undefined) throw new Error('A pack is gone in its own transaction');
  return presentPack(pack, actor);
}

/** A pack in the shape of the wire, for one reader. */
export function presentPack(pack: ListedPack, { userId }: Pick<StaffActor, 'userId'>): SubjectPack {
  const { id, state, counts } = pack;
  const isReleasable = state === 'DRAFT' && pack.open_lines === 0;
  return {
    id,
    patientID: pack.patient_id,
    recordID: shownNumber(pack.number),
    firstName: pack.first_name,
    lastName: pack.last_name,
    dateOfBirth: pack.date_of_birth,
    for: pack.for_whom,
    reason: pack.reason,
    state,
    asked: { name: pack.asked_name, at: pack.asked_at },
    released:
      pack.released_name === null || pack.released_at === null ? null : { name: pack.released_name, at: pack.released_at },
    endsAt: pack.ends_at,
    counts:
      counts === null
        ? null
        : { rows: Object.values(counts.tables).reduce((sum, each) => sum + each, 0), documents: counts.documents },
    lines: pack.lines,
    openLines: pack.open_lines,
    mayRelease: isReleasable && !firstPeople(pack).includes(userId),
    parts: state === 'READY' ? [...pack.parts] : [],
  };
}

/** A line in the shape of the wire. */
export function presentLine(line: PackLineRow): SubjectPackLine {
  const { decided_name: name, decided_at: at } = line;
  return {
    id: line.id,
    kind: line.kind,
    source: isPackTable(line.of_table) ? PACK_TABLE_WORDS[line.of_table] : line.of_table,
    words: line.words,
    decision: line.decision,
    reason: line.reason ?? '',
    decided: name === null || at === null ? null : { name, at },
  };
}
