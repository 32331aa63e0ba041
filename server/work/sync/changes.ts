import type { Output } from '#contract/calls.ts';
import type { Change } from '#contract/sync.ts';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { consentPartsByIds } from '#server/data/signing/consent-parts.ts';
import { listedCases } from '#server/data/theatre/listed-cases.ts';
import { patientsByIds, presentPatient } from '#server/data/patients/patients.ts';
import { changedFor, type ChangeRow } from '#server/data/sync/changes.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Db } from '#server/data/db.ts';
import { redactedPatients } from '#server/http/record-reason.ts';
import { presentWithoutContact } from '#server/policies/restricted.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import type { Deps } from '#server/deps.ts';
import type { ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { presentListing } from '#server/work/consents/listed.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { viewConsents } from '#server/work/consents/view.ts';

/** Things in one answer [choice]. */
const PAGE = 300;
/** Characters of JSON in one answer; compressed, that many are at most 256 KiB [choice]. */
const PAGE_CHARACTERS = 1_200_000;
/** The period whose changes an empty device gets besides everything open, ms [choice]. */
const RECENT = 30 * DAY;
/**
 * A write bears the time of its start and becomes visible at its commit: changes younger than this at the start of a run are sent
 * again in the next run, ms. No transaction may last as long.
 */
const OVERLAP = MINUTE;

type Reading = {
  db: Db;
  actor: StaffActor;
  deps: ConfirmDeps & Pick<Deps, 'chainKey' | 'clock' | 'settings'>;
};

/**
 * The changes for a user since a cursor, a page at a time; without a cursor, or with one from before a backup was restored,
 * everything that belongs on their device. Changes may come twice.
 *
 * @throws Refused INVALID for an unknown cursor
 */
export async function changesFor(reading: Reading, cursor: string | undefined): Promise<Omit<Output<'syncChanges'>, 'message'>> {
  const { db, actor, deps } = reading;
  const now = deps.clock();
  const dataEpoch = await dataEpochOf(db);
  const parsed = cursor === undefined ? undefined : readCursor(cursor);
  const from = parsed?.epoch === cursorEpoch(dataEpoch) ? parsed : undefined;
  const settled = from?.after == null ? now - OVERLAP : from.settled;
  const isFull = from === undefined || from.isFull;
  const rows = await changedFor(db, {
    organisationId: actor.organisationId,
    userId: actor.userId,
    entities: readable(actor),
    since: isFull ? null : iso(Math.min(from.since, now)),
    recent: iso(now - RECENT),
    today: localDate(now, deps.settings.timeZone),
    after: from?.after ?? null,
    limit: PAGE + 1,
  });
  const changes = withinPage(await changesOf(rows.slice(0, PAGE), reading));
  const last = rows[changes.length - 1];
  const more = rows.length > changes.length && last !== undefined;
  const next = more
    ? { epoch: cursorEpoch(dataEpoch), isFull, since: from?.since ?? 0, settled, after: last }
    : { epoch: cursorEpoch(dataEpoch), isFull: false, since: settled, settled, after: null };
  return { changes, cursor: writeCursor(next), more, dataEpoch };
}

/** The first changes that fit into one answer, one of them at least. */
function withinPage(changes: readonly Change[]): Change[] {
  let characters = 0;
  const fits = (change: Change) => (characters += JSON.stringify(change).length) <= PAGE_CHARACTERS;
  const end = changes.findIndex((change, at) => !fits(change) && at > 0);
  return end === -1 ? [...changes] : changes.slice(0, end);
}

function readable({ permissions }: StaffActor): ChangeRow['entity'][] {
  const entities: ChangeRow['entity'][] = [];
  if (permissions.includes('patients.read')) entities.push('patient');
  if (permissions.includes('consents.read')) entities.push('consent');
  // A listing holds data of the patient and of the consent, so both permissions are needed.
  if (entities.length === 2) entities.push('listed');
  return entities;
}

/**
 * The current entities, in the order of `rows`; `data` is null for one that was deleted or that this reader may not see any more. A patient
 * whose contact details this reader does not see is as in a list. As many statements for a page as for one row.
 */
async function changesOf(rows: readonly ChangeRow[], reading: Reading): Promise<Change[]> {
  const ids = (wanted: ChangeRow['entity']) => rows.filter(({ entity }) => entity === wanted).map(({ id }) => id);
  const { db, actor, deps } = reading;
  const patients = await patientsByIds(db, patientVisibility(actor), ids('patient'));
  const consents = await viewConsents({ db, actor, deps }, await consentPartsByIds(db, caseVisibility(actor), ids('consent')));
  const listed = await listedCases(db, caseVisibility(actor), ids('listed'));
  const redacted = await redactedPatients(
    reading,
    patients.map(({ id }) => id),
  );
  const found = {
    patient: new Map(patients.map((row) => [row.id, redacted.has(row.id) ? presentWithoutContact(row) : presentPatient(row)])),
    consent: new Map(consents.map((view) => [view.consentID, view])),
    listed: new Map(listed.map((row) => [row.id, presentListing(row, deps)])),
  };
  return rows.map(({ entity, id, version, is_deleted: isDeleted }) => {
    const data = isDeleted ? null : (found[entity].get(id) ?? null);
    // Entity and data are of one kind: the map is chosen by the entity.
    return { entity, id, version: data?.version ?? version, data } as Change;
  });
}

/**
 * Raised with fields that a tablet shows of every case, and that no change brings it: with a cursor of a build before it gets everything once.
 * 1: the numbers of cases.
 */
const COPIES_EDITION = 1;

function cursorEpoch(dataEpoch: string): string {
  return `${dataEpoch} ${COPIES_EDITION}`;
}

async function dataEpochOf(db: Db): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'dataEpoch').executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : '';
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
