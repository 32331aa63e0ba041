import type { RecordSummary } from '#contract/record-summary.ts';
import type { ListedCase } from '#contract/sync.ts';
import { procedureInWords } from '#domain/consent.ts';
import { lightOf, mayList, type Listing } from '#domain/listed.ts';
import { updateCase, type CaseRow } from '../data/cases.ts';
import { consentsOfCase, type ConsentRow } from '../data/consents.ts';
import { Refused } from '../http/refused.ts';
import type { Sql } from '../parts.ts';
import { changeVersion, note, type OpenCase } from './open-case.ts';

/**
 * Lists a case for surgery, or takes it off its list. The form’s version moves with it: two who list the same case do not pass
 * each other unseen.
 *
 * @returns the version that the form has from now on
 * @throws Refused MOVE_REFUSED when a case that is over is to be listed
 */
export async function listCase(open: OpenCase, listed: Listing | null): Promise<number> {
  const { db, record, now } = open;
  if (listed !== null && !mayList(record.status)) throw new Refused('MOVE_REFUSED');
  const before = listingOf(record);
  await updateCase(
    db,
    { organisationId: record.organisation_id, id: record.id },
    {
      listed_on: listed?.date ?? null,
      theatre: listed?.theatre ?? null,
      list_type: listed?.listType ?? null,
      listed_at: now,
    },
  );
  const version = await changeVersion(open, {});
  if (listed !== null) await note(open, { type: 'LISTED', detail: { ...listed } });
  else if (before !== null) await note(open, { type: 'UNLISTED', detail: { ...before } });
  return version;
}

/** Where a case is listed; null where it is on no list. */
export function listingOf({ listed_on, theatre, list_type }: CaseRow): NonNullable<RecordSummary['listed']> | null {
  return listed_on === null || list_type === null ? null : { date: listed_on, theatre, listType: list_type };
}

/**
 * A case as a list for surgery tells it, with the light of its consent: of the version in force, else of the newest one. Null where
 * it is on no list.
 */
export async function presentListed(db: Sql, record: CaseRow): Promise<ListedCase | null> {
  const listing = listingOf(record);
  if (listing === null) return null;
  const versions = await consentsOfCase(db, record.organisation_id, record.id);
  const inForce = versions.find(({ id }) => id === record.in_force_consent_id);
  const told = inForce ?? versions.find(({ id }) => id === record.current_consent_id);
  return {
    recordID: record.id,
    patientID: record.patient_id,
    consentID: told?.id ?? null,
    ...procedureOf(told),
    ...listing,
    ...lightOf({
      status: record.status,
      inForce: inForce === undefined ? null : { sealState: inForce.seal_state, confirmState: inForce.confirm_state },
      isNewest: inForce !== undefined && inForce.id === record.current_consent_id,
    }),
  };
}

/** All procedures in words, each with its side; `side` where all have the same one. */
function procedureOf(version: ConsentRow | undefined): Pick<ListedCase, 'procedure' | 'side'> {
  const procedures = version?.pinned?.procedures ?? version?.content.procedures ?? [];
  const sides = new Set(procedures.map(({ side }) => side));
  const [side = null] = sides.size === 1 ? sides : [];
  return { procedure: procedures.map(procedureInWords).join('; '), side };
}
