import type { CallAccess } from '#contract/engine/define.ts';
import { calls } from '#contract/calls.ts';
import type { SheetRow } from '#contract/theatre-sheet.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { declinerOf, fitsSigner, possibleSigners } from '#domain/theatre/sheet-signer.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { readSheetCode } from '#domain/theatre/sheet-code.ts';
import { readEntry } from '#domain/theatre/sheet-row.ts';
import { isSameEntry, judgeEntry, outcomeFault, type SheetEntry } from '#domain/theatre/theatre-sheet.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import { recipientsOfAll, versionsByCode, type SheetCodeRow } from '#server/data/theatre/sheet-codes.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { isHiddenFrom, isOfWrongPatient } from '#server/work/consents/hidden-version.ts';
import { presentMergedFrom } from '#server/work/consents/merged-from.ts';
import { reportsOf, type Report } from './paper-reports.ts';
import type { WrittenRow } from './sheet-file.ts';

/** A row with all that its writing needs; `entry` and `coded` are there where it has no fault. */
export type JudgedRow = SheetRow & { coded?: SheetCodeRow; entry?: SheetEntry; decliner?: RecipientRow | undefined };

type Found = {
  readonly byCode: ReadonlyMap<string, SheetCodeRow>;
  readonly reports: ReadonlyMap<string, readonly Report[]>;
  readonly signers: ReadonlyMap<string, readonly RecipientRow[]>;
};

/** Compares rows of a sheet with the versions that their codes name, as they are now. Three statements, however many rows. */
export async function judgeRows(context: Context<StaffActor>, written: readonly WrittenRow[]): Promise<JudgedRow[]> {
  const { db, actor } = context;
  const codes = [...new Set(written.flatMap(({ code }) => readSheetCode(code) ?? []))];
  const versions = codes.length === 0 ? [] : await versionsByCode(db, caseVisibility(actor), codes);
  const readable = versions.filter(({ now_status: status, void_kind }) => !isHiddenFrom(actor, { status, void_kind }));
  const ids = readable.map(({ consent_id: id }) => id);
  const found: Found = {
    byCode: new Map(readable.map((each) => [each.code, each])),
    reports: await reportsOf(db, actor.organisationId, { cases: [...new Set(readable.map(({ case_id: id }) => id))] }),
    signers: await recipientsOfAll(db, actor.organisationId, ids),
  };
  const first = new Map<string, JudgedRow>();
  return written.map((row) => {
    const judged = judgeRow(context, row, found);
    if (judged.coded === undefined) return judged;
    // A form has another code on each sheet since it changed.
    const { consent_id: id } = judged.coded;
    const earlier = first.get(id);
    if (earlier !== undefined) return doubled(judged, earlier);
    first.set(id, judged);
    return judged;
  });
}

function judgeRow(
  { actor, deps }: Context<StaffActor>,
  { row, code: codeText, value, misread }: WrittenRow,
  found: Found,
): JudgedRow {
  const code = readSheetCode(codeText);
  const coded = code === undefined ? undefined : found.byCode.get(code);
  const blank = { row, ok: false, isThere: false, clash: null, value, at: null };
  if (coded === undefined)
    return {
      ...blank,
      code: codeText.slice(0, 40),
      recordID: null,
      errors: [{ path: 'code', message: code === undefined ? (codeText === '' ? NO_CODE : WRONG_CODE) : UNKNOWN_CODE }],
      shown: null,
      before: [],
    };
  const { entry, faults } = readEntry(value, {
    date: coded.listed_on,
    timeZone: deps.settings.timeZone,
    now: deps.clock(),
    misread,
  });
  const before = found.reports.get(coded.consent_id) ?? [];
  const signers = found.signers.get(coded.consent_id) ?? [];
  const about = {
    code: coded.code,
    recordID: coded.case_id,
    shown: shownOf(coded, possibleSigners(signers, entry?.role ?? null)),
    before: [...before],
    coded,
  };
  if (entry === undefined) return { ...blank, ...about, errors: faults };
  const { now_status: status, patient_status: patientStatus } = coded;
  const isNewest = coded.current_consent_id === coded.consent_id;
  const verdict = judgeEntry({
    entry,
    made: { version: coded.version, digest: coded.digest, at: coded.made_at },
    now: { version: coded.now_version, digest: coded.now_digest, status, isImported: isImported(coded) },
    before,
    fitsSigner: fitsSigner(signers, entry),
  });
  const base = { ...blank, ...about, entry, at: entry.time };
  if (verdict === 'THERE') return { ...base, ok: true, isThere: true, errors: [] };
  const decliner = declinerOf(signers, entry);
  const fault =
    (mayReport(actor, entry, coded) ? null : NOT_ALLOWED) ??
    outcomeFault(entry.outcome, { status, isNewest, patientStatus }) ??
    (isNoToOpenForm(entry, coded) ? declineFault(decliner) : null);
  const path = fault !== null && fault === declineFault(decliner) ? 'signer' : 'outcome';
  const errors = fault === null ? [] : [{ path, message: fault }];
  return { ...base, decliner, clash: verdict, ok: fault === null && verdict === null, errors };
}

/** Whose form a code names, as it is now. A version about another patient says nothing of that one. */
function shownOf(coded: SheetCodeRow, signers: readonly RecipientRow[]): SheetRow['shown'] {
  const isOther = isOfWrongPatient({ status: coded.now_status, void_kind: coded.void_kind });
  return {
    patient: shownPatientOf(presentPatient(coded.patient)),
    mergedFrom: presentMergedFrom(coded.mergedFrom),
    procedures: isOther ? [] : coded.procedures,
    signers: isOther ? [] : signers.map(({ name, role }) => ({ signer: name, role })),
  };
}

/** Whether somebody says no to a form that is not signed: a no to a signed one takes it back, whoever says it. */
function isNoToOpenForm({ outcome }: SheetEntry, { now_status: status }: SheetCodeRow): boolean {
  return outcome === 'DECLINED' && status !== 'SIGNED';
}

/** The calls of staff that outcomes act as: whoever may not make them brings no such row back. */
function accessOf(entry: SheetEntry, coded: SheetCodeRow): readonly CallAccess[] | undefined {
  switch (entry.outcome) {
    case 'AGREED':
      return undefined;
    case 'MORE_TIME':
      return calls.recordLater.access;
    case 'DECLINED':
      return isNoToOpenForm(entry, coded) ? calls.recordDecline.access : calls.recordWithdraw.access;
    case 'WITHDRAWN':
      return calls.recordWithdraw.access;
  }
}

function mayReport({ permissions }: StaffActor, entry: SheetEntry, coded: SheetCodeRow): boolean {
  const access = accessOf(entry, coded);
  return access === undefined || permissions.some((each) => access.includes(each));
}

const NO_CODE = 'The code is missing. It stands in the first column of the sheet.';
const WRONG_CODE = 'This is no code of a sheet: a character is wrong or missing. Compare it with the sheet.';
const UNKNOWN_CODE = 'No form has this code here';
const NOT_ALLOWED = 'Your role may not record this outcome. Ask the clinician to bring the sheet back.';

function declineFault(decliner: RecipientRow | undefined): string | null {
  if (decliner === undefined)
    return 'The form does not tell who this is. Write the name as on the form, and the role behind a comma.';
  if (decliner.state === 'SIGNED') return 'This person has signed the form. Open the case to see what has become of it.';
  return decliner.state === 'DECLINED' ? 'This person has said no already' : null;
}

/** The second row of one form: once more the same, or a contradiction inside the file. */
function doubled(judged: JudgedRow, earlier: JudgedRow): JudgedRow {
  if (judged.errors.length > 0 || earlier.entry === undefined || judged.entry === undefined) return judged;
  if (isSameEntry(judged.entry, earlier.entry)) return { ...judged, ok: true, isThere: true, clash: null };
  const message = `Row ${earlier.row} is of the same form and says something else. Bring one of them back.`;
  return { ...judged, ok: false, errors: [{ path: 'code', message }] };
}
