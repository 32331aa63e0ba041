import { currentEndOf, type VersionOfEnd } from '#domain/cases/end-acts.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import { endActsOf, versionsOfEnd, type CaseEndRow } from '#server/data/cases/case-ends.ts';
import { json } from '#server/data/json.ts';
import type { OpenCase } from './open-case.ts';

/** The states of a version that somebody still works on. */
const GOES_ON: ReadonlySet<CaseStatus> = new Set([
  'DRAFT',
  'UNDER_REVIEW',
  'READY',
  'SENT',
  'PARTIALLY_SIGNED',
  'EXPIRED',
  'DECLINED',
]);

/** The end of a case as it counts now, and the version in force beside it. */
type FollowedEnd = { readonly ended: CaseEnded | null; readonly inForce: string | null };

/** The end of a case by its acts and versions as they are stored now. A case that is closed has no version in force. */
async function endByActs({ db, record, deps }: Pick<OpenCase, 'db' | 'record' | 'deps'>): Promise<FollowedEnd> {
  const key = { organisationId: record.organisation_id, caseId: record.id };
  const versions = await versionsOfEnd(db, key);
  const current = currentEndOf(await endActsOf(db, key), versions, deps.settings.timeZone);
  const ended = current === undefined ? null : presentEnd(current.row, versions);
  return { ended, inForce: ended?.kind === 'CLOSED' ? null : signedOf(versions) };
}

function signedOf(versions: readonly VersionOfEnd[]): string | null {
  return versions.find(({ status }) => status === 'SIGNED')?.id ?? null;
}

/** The columns of a case that its end gives, after a change of its versions. */
export async function endColumns(open: Pick<OpenCase, 'db' | 'record' | 'deps'>) {
  const { ended } = await endByActs(open);
  return { ended: stored(ended), ...(ended?.kind === 'CLOSED' ? { in_force_consent_id: null } : {}) };
}

/** Writes the end of a case beside its status, after an act or a change of one. @returns the case as it is then, and the version in force */
export async function followEnd<Open extends Pick<OpenCase, 'db' | 'record' | 'deps' | 'now'>>(
  open: Open,
): Promise<{ readonly open: Open; readonly inForce: string | null }> {
  const { db, record, now } = open;
  const { ended, inForce } = await endByActs(open);
  const change = { in_force_consent_id: inForce, version: record.version + 1, updated_at: now };
  await updateCase(db, { organisationId: record.organisation_id, id: record.id }, { ...change, ended: stored(ended) });
  return { open: { ...open, record: { ...record, ...change, ended } }, inForce };
}

function stored(ended: CaseEnded | null) {
  return ended === null ? null : json(ended);
}

function presentEnd(row: CaseEndRow, versions: readonly VersionOfEnd[]): CaseEnded {
  const isFollowed = versions.some((each) => GOES_ON.has(each.status) && each.createdAt > row.captured_at);
  return {
    kind: row.kind,
    on: row.ended_on,
    source: row.source,
    by: row.by_name,
    at: row.captured_at,
    ...(row.close_reason === null ? {} : { reason: row.close_reason }),
    ...(row.kind === 'DONE' && row.consent_id === null ? { isWithoutConsent: true } : {}),
    ...(row.taken_back_at === null || row.settled_at !== null ? {} : { takenBackAt: row.taken_back_at }),
    ...(isFollowed ? { isFollowed: true } : {}),
  };
}
