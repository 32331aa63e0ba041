import { formalName } from '#domain/patients/patient-name.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { counted } from '#domain/base/counted.ts';
import type { Parsed } from '#contract/calls.ts';
import { lockedCells, reasonOnSheet } from '#domain/theatre/sheet-line.ts';
import { SHEET_CODE_BYTES, sheetCode } from '#domain/theatre/sheet-code.ts';
import { SHEET_FIELDS, SHEET_LOCKED, SHEET_OPEN, SHEET_OUTCOMES } from '#domain/theatre/theatre-sheet.ts';
import type { TheatreRow } from '#server/data/theatre/listed-cases.ts';
import { codesOf, type CodedVersion } from '#server/data/theatre/sheet-codes.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import { openWithoutAsking } from '#server/http/record-reason.ts';
import { writeSheet } from '#server/outside/sheet/write-sheet.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { theatreRefused } from './theatre-days.ts';
import { presentTheatreCase, readTheatreRows, listedContentOf } from './theatre-list.ts';
import { drawPack } from './draw-pack.ts';
import { sheetVersionOf, type SheetCase } from './sheet-case.ts';
import { SHEET_HELP } from './sheet-help.ts';

/** Two codes are the same once in a trillion: another one is made. */
const SHEET_CODE_TRIES = 3;
/** Characters of each column, A to P. */
const WIDTHS = [13, 24, 13, 14, 28, 14, 20, 10, 26, 18, 14, 14, 26, 20, 20, 32];

/**
 * Makes the sheet of a list: a workbook, or a pack to print. Of a record that needs a reason first it holds the line of the list alone.
 *
 * @throws Refused INVALID for days that cannot be listed, on which nobody is listed, or with too many forms for one pack
 */
export async function makeSheet(
  context: Context<StaffActor>,
  { format, ...filter }: Parsed<'patientListedSheet'>,
): Promise<FileAnswer> {
  const { db, now, deps } = context;
  const listed = await readTheatreRows(context, filter);
  if (listed.length === 0) throw theatreRefused('Nobody is listed on these days, so there is no sheet');
  const cases = await withCodes(context, listed);
  const days = filter.startDate === filter.endDate ? filter.startDate : `${filter.startDate}-to-${filter.endDate}`;
  const made =
    format === 'PDF'
      ? { file: await drawPack(context, cases), name: `sheet-${days}.pdf`, type: FILE_TYPES.PDF }
      : {
          file: await workbookOf(cases, { asOf: now, timeZone: deps.settings.timeZone }),
          name: `sheet-${days}.xlsx`,
          type: FILE_TYPES.XLSX,
        };
  const count = counted(cases.length, 'case');
  await logStaffSecurityEvent(db, context, { type: 'SHEET_DOWNLOADED', subject: count, detail: `${format}, ${days}` });
  return made;
}

async function withCodes(context: Context<StaffActor>, listed: readonly TheatreRow[]): Promise<SheetCase[]> {
  const { db, actor, now, deps } = context;
  const own = await openWithoutAsking(
    context,
    listed.map(({ patient }) => patient.id),
  );
  const found = new Map<string, CodedVersion>();
  for (let tries = 0; tries < SHEET_CODE_TRIES; tries += 1) {
    const wanted = listed.flatMap((row) => {
      const consentID = sheetVersionOf(row);
      const { listed_on: listedOn } = row;
      if (consentID === null || listedOn === null || found.has(consentID) || !own.has(row.patient.id)) return [];
      return [{ consentID, listedOn, code: sheetCode(deps.random(SHEET_CODE_BYTES)) }];
    });
    for (const row of await codesOf(db, actor.organisationId, { wanted, now })) found.set(row.consent_id, row);
    // Versions of another patient never get one.
    if (wanted.every(({ consentID }) => found.has(consentID))) break;
  }
  return listed.map((row) => {
    const id = sheetVersionOf(row);
    const coded = id === null ? undefined : found.get(id);
    const presented = presentTheatreCase(row, deps);
    const isPresentName = formalName(presented.patient) === formalName(row.record_identity);
    return {
      ...presented,
      ...listedContentOf({ patient: row.patient, shown: coded === undefined ? row.shown : coded.shown }),
      nameInLatin: isPresentName ? row.name_in_latin : '',
      coded,
      isNewest: id === row.current_consent_id,
      isOfOtherTeam: !own.has(row.patient.id),
      patientStatus: row.patient_status,
    };
  });
}

async function workbookOf(cases: readonly SheetCase[], at: { asOf: string; timeZone: string }): Promise<Uint8Array> {
  const headings = [...SHEET_LOCKED, ...SHEET_FIELDS.map((field) => SHEET_OPEN[field].heading)];
  return writeSheet({
    headings,
    rows: cases.map((each) => lockedCells({ ...each, reason: reasonOnSheet(each) }, { code: each.coded?.code ?? null, ...at })),
    open: SHEET_FIELDS.length,
    widths: WIDTHS,
    choices: { column: SHEET_LOCKED.length, values: SHEET_OUTCOMES },
    help: SHEET_HELP,
  });
}
