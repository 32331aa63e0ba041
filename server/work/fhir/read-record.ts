import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { filingStatus, type FilingStatus } from '#domain/documents/records-status.ts';
import { DAY } from '#domain/base/limits.ts';
import { ageOn, localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { registrationNumbers } from '#server/data/accounts/registration-numbers.ts';
import { organisationById } from '#server/data/accounts/organisations.ts';
import { partsOfPatients, type ConsentParts } from '#server/data/signing/consent-parts.ts';
import { proceduresOf } from '#server/data/library/library.ts';
import { recordsAround } from '#server/data/patients/merged-patients.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import { sealedDocuments, timelineFacts, type SealedDocument } from '#server/data/documents/sealed-documents.ts';
import { Refused } from '#server/api-error.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import type { PatientVisibility } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { confirmStateOfRow } from '#server/work/consents/confirm-state.ts';
import { isOfWrongPatient } from '#server/work/consents/hidden-version.ts';
import { documentsAsSealed } from './documents-as-sealed.ts';
import type { RecordParts, RecordVersionParts } from './record-parts.ts';

type Reading = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'now' | 'address'>;

/**
 * Everything of a patient, and of the records that are merged into theirs, that this reader may see, in as many statements for a hundred cases as for one.
 *
 * @param bytesFor - reads the bytes of the documents that were sealed, by their ids; it may refuse
 * @throws Refused NOT_FOUND for a patient out of reach; DOCUMENT_ALTERED where a stored document is not the one that was sealed
 */
export async function readRecord(
  reading: Reading,
  id: string,
  bytesFor: (documents: readonly SealedDocument[]) => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<RecordParts> {
  const { db, actor, deps, now } = reading;
  const reach = { patients: patientVisibility(actor), cases: caseVisibility(actor) };
  const compare: Compare = (compared) => documentsAsSealed(reading, compared);
  return readRecordParts({ db, deps, now, reach, compare }, id, bytesFor);
}

/** Compares stored documents with what timelines tell of them, and reads their bytes. */
type Compare = (compared: Parameters<typeof documentsAsSealed>[1]) => Promise<RecordVersionParts['documents']>;

/** A reader of records: what is in reach, and what becomes of documents that are not as they were sealed. */
export type RecordReader = Pick<Reading, 'db' | 'now'> & {
  readonly deps: Pick<Reading['deps'], 'publicOrigin' | 'settings' | 'clock'>;
  readonly reach: { readonly patients: PatientVisibility; readonly cases: CaseVisibility };
  readonly compare: Compare;
};

/** As {@link readRecord}, for a reader that is no person. */
export async function readRecordParts(
  { db, deps, now, reach, compare }: RecordReader,
  id: string,
  bytesFor: (documents: readonly SealedDocument[]) => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<RecordParts> {
  const { organisationId } = reach.patients;
  const records = await recordsAround(db, reach.patients, id);
  const patient = records.find((each) => each.id === id);
  if (patient === undefined) throw new Refused('NOT_FOUND');
  const others = records.filter((each) => each !== patient);
  // As on the page: cases stay those of the record for which they were opened, and stand on the record in use.
  const standing = [patient, ...others.filter((each) => each.survivor_id === id)];
  const organisation = await organisationById(db, organisationId);
  const rows = await partsOfPatients(
    db,
    reach.cases,
    standing.map((each) => each.id),
  );
  // Of a version about another patient nothing leaves, its document least of all.
  const own = rows.filter((row) => !isOfWrongPatient(row));
  const codesOf = await codesOfProcedures(
    { db, organisationId },
    own.flatMap((row) => row.pinned?.procedures ?? row.content.procedures),
  );
  const facts = await timelineFacts(db, { organisationId, caseIds: [...new Set(rows.map(({ case_id }) => case_id))] });
  const stored = await sealedDocuments(db, { organisationId, ids: rows.map((row) => row.id) });
  const ownIds = new Set(own.map(({ id: versionId }) => versionId));
  // A document about another patient is named, so that others take it back; its bytes leave nowhere.
  const bytesOfOwn: typeof bytesFor = (wanted) => bytesFor(wanted.filter(({ consentId }) => ownIds.has(consentId)));
  const documents = await compare({ stored, facts, bytesFor: bytesOfOwn });
  const formOf = (versionId: string) => documents.find((each) => each.consentId === versionId && each.kind === 'SIGNED');
  const former = new Map([...facts.replacedBy].map(([before, after]) => [after, before]));
  return {
    now,
    origin: deps.publicOrigin,
    organisation: { id: organisation.id, name: organisation.name },
    patient: presentPatient(patient),
    others: others.map(presentPatient),
    versions: rows.map((row): RecordVersionParts => ({
      row,
      ...agesOf(row, deps),
      filing: filingOf(row, { rows, deps }),
      formerFormId: formOf(former.get(row.id) ?? '')?.id ?? null,
      endedAt: facts.endedAt.get(row.id) ?? null,
      documents: documents.filter(({ consentId }) => consentId === row.id),
    })),
    registrations: await registrationNumbers(db, { organisationId, ids: staffOf(own) }),
    codesOf,
  };
}

/** The accounts of the versions' clinicians, and of everybody who signed them under their own. */
function staffOf(rows: readonly ConsentParts[]): string[] {
  const ids = rows.flatMap(({ clinician_id: id, signatures }) => [id, ...signatures.flatMap((each) => each.user_id ?? [])]);
  return [...new Set(ids)];
}

/** Codes as the library's version of the form has them; one statement for all. */
async function codesOfProcedures(
  { db, organisationId }: Pick<Reading, 'db'> & { readonly organisationId: string },
  procedures: readonly ConsentProcedure[],
): Promise<RecordParts['codesOf']> {
  const wanted = procedures.map(({ procedureID: id, libraryVersion: version }) => ({ id, version }));
  const rows = await proceduresOf(db, organisationId, wanted);
  return (id, version) => rows.find((row) => row.id === id && row.version === version)?.fields.codes ?? [];
}

/** The status of a version in other systems, which a later one of its case may change. */
function filingOf(
  row: ConsentParts,
  { rows, deps: { settings, clock } }: { readonly rows: readonly ConsentParts[]; readonly deps: RecordReader['deps'] },
): FilingStatus {
  const isFollowed = rows.some(
    ({ case_id, version_number: number, signed_at: signedAt, status }) =>
      case_id === row.case_id && number > row.version_number && signedAt !== null && status !== 'VOIDED',
  );
  const isLapsed = confirmStateOfRow(row, { settings, clock }) === 'LAPSED';
  return filingStatus({ status: row.status, isLapsed, isFollowed, isEnded: row.ended !== null });
}

function agesOf(row: ConsentParts, { settings, clock }: RecordReader['deps']): Pick<RecordVersionParts, 'age' | 'lastDay'> {
  const dayOf = (at: number) => localDate(at, settings.timeZone);
  const signedOn = row.signed_at === null ? null : Date.parse(dayOf(Date.parse(row.signed_at)));
  return {
    age: ageOn(row.patient.date_of_birth, dayOf(row.sent_at === null ? clock() : Date.parse(row.sent_at))),
    lastDay: signedOn === null ? null : plainDateOf(signedOn + settings.lapseAfterDays * DAY),
  };
}
