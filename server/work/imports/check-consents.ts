import type { Parsed } from '#contract/calls.ts';
import { parseEdits, parseRows, type ImportEdit } from '#contract/consent-imports.ts';
import { cellTextsOf, rowFaults } from '#domain/imports/import-columns.ts';
import { CONSENT_IMPORT } from '#domain/imports/import-consent.ts';
import { consentKey, indexProcedures, indexRecords } from '#domain/imports/import-consent-match.ts';
import {
  markDoubles,
  readTextRow,
  resolveRow,
  soundFields,
  type ResolvedConsentRow,
  type ReadConsentRow,
} from '#domain/imports/import-consent-rows.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { Refused } from '#server/api-error.ts';
import { recordsSharing } from '#server/data/imports/bulk-patients.ts';
import {
  consentsOfPatients,
  knownExternalIDs,
  libraryLines,
  lockConsentImports,
  type LibraryLine,
} from '#server/data/imports/imported-consents.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { patientVisibility } from '#server/policies/visibility.ts';
import { readImportRows, readTable, type NoteProgress, type ReadTable } from './read-table.ts';

const CONSENTS = { subject: 'CONSENTS', kinds: ['CSV', 'XLSX'], fields: CONSENT_IMPORT } as const;

/** A row beside the patients, procedures and consents that are here. */
export type CheckedRow = ResolvedConsentRow<Patient, LibraryLine> & { readonly cells: readonly string[] };
/** A file of consents, read and compared. `rows` are those that the caller chose, or all. */
export type CheckedFile = ReadTable & { readonly checked: readonly CheckedRow[] };

/**
 * Reads a file of consents with the changes that a person made, and compares it with what is here; writes nothing.
 *
 * @param options - `isCommit`: no other import into the organisation goes on until the transaction ends, and rows that were not chosen
 *   are nobody's doubles
 * @throws Refused INVALID, UNSUPPORTED or TOO_LARGE with a sentence about the file; Busy while other files are read
 */
export async function checkConsents(
  context: Context<StaffActor>,
  { mapping, sheet, confirmed, digest, rows, edits }: Parsed<'recordImport'>,
  { isCommit, note }: { isCommit: boolean; note: NoteProgress },
): Promise<CheckedFile> {
  const { db, actor, deps } = context;
  note('READING');
  const file = await readTable(context, CONSENTS, { mapping, sheet, confirmed, digest });
  if (isCommit) await lockConsentImports(db, actor.organisationId);
  const changes = editsByRow(edits === undefined ? [] : (parseEdits(edits) ?? []));
  const chosen = rows === undefined ? undefined : new Set(parseRows(rows));
  refuseUnknownRows(file, [...(chosen ?? []), ...changes.keys()]);
  const clock = { now: deps.clock(), timeZone: deps.settings.timeZone };
  const isChosen = ({ row }: { row: number }) => chosen?.has(row) ?? true;
  // A look at some rows compares them with all others of the file.
  const wanted = isCommit ? file.rows.filter(isChosen) : file.rows;
  const read = await readImportRows(
    wanted,
    ({ row, cells }) => {
      const texts = cellTextsOf(cells, file.columns);
      for (const { field, value } of changes.get(row) ?? []) texts.set(field, value);
      return { ...readTextRow({ row, texts, notes: rowFaults(cells, file.columns) }, clock), cells };
    },
    note,
  );
  const checked = await compareRows(context, read);
  const cells = new Map(read.map((each) => [each.row, each.cells]));
  return { ...file, checked: checked.filter(isChosen).map((each) => ({ ...each, cells: cells.get(each.row) ?? [] })) };
}

function editsByRow(edits: readonly ImportEdit[]): Map<number, ImportEdit[]> {
  const byRow = new Map<number, ImportEdit[]>();
  for (const edit of edits) byRow.set(edit.row, [...(byRow.get(edit.row) ?? []), edit]);
  return byRow;
}

function refuseUnknownRows({ rows }: ReadTable, named: readonly number[]): void {
  const known = new Set(rows.map(({ row }) => row));
  const unknown = named.find((row) => !known.has(row));
  if (unknown === undefined) return;
  throw new Refused('INVALID', { fields: [{ path: 'rows', message: `There is no row ${unknown} in this file` }] });
}

async function compareRows(
  { db, actor, deps }: Context<StaffActor>,
  rows: readonly ReadConsentRow[],
): Promise<ResolvedConsentRow<Patient, LibraryLine>[]> {
  const { organisationId } = actor;
  const { timeZone } = deps.settings;
  const sound = rows.map(soundFields);
  const found = await recordsSharing(db, patientVisibility(actor), {
    nhsNumbers: sound.flatMap(({ nhsNumber }) => nhsNumber ?? []),
    hospitalNumbers: sound.flatMap(({ hospitalNumber }) => hospitalNumber ?? []),
    born: sound.flatMap(({ dateOfBirth, lastName, nhsNumber, hospitalNumber }) =>
      dateOfBirth === undefined || lastName === undefined || nhsNumber !== undefined || hospitalNumber !== undefined
        ? []
        : [{ dateOfBirth, lastName }],
    ),
  });
  const patients = indexRecords(found.map(presentPatient));
  const procedures = indexProcedures(await libraryLines(db, organisationId));
  const resolved = rows.map((row) => resolveRow(row, { patients, procedures }, { timeZone }));
  const externalIDs = sound.flatMap(({ externalID }) => externalID ?? []);
  const patientIds = [
    ...new Set(resolved.flatMap(({ patient, value }) => (value.externalID === undefined ? (patient?.id ?? []) : []))),
  ];
  return markDoubles(resolved, {
    externalIDs: new Set(await knownExternalIDs(db, organisationId, externalIDs)),
    keys: new Set((await consentsOfPatients(db, { organisationId, timeZone }, patientIds)).map(consentKey)),
  });
}
