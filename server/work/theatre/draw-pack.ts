import { counted } from '#domain/base/counted.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PDF } from '@libpdf/core';
import { formalName } from '#domain/patients/patient-name.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { longTime, shortDate } from '#domain/values/plain-date.ts';
import { listedProcedureWords } from '#domain/cases/state-words.ts';
import { lockedCells } from '#domain/theatre/sheet-line.ts';
import { spacedSheetCode } from '#domain/theatre/sheet-code.ts';
import { SHEET_OPEN } from '#domain/theatre/theatre-sheet.ts';
import { composed } from '#domain/values/composed.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import type { CodedCase, PdfDocument, PdfLetterhead } from '#server/outside/pdf/blocks.ts';
import { mayReadHidden } from '#server/work/consents/hidden-version.ts';
import { theatreRefused } from './theatre-days.ts';
import { drawFile } from '#server/work/documents/draw-file.ts';
import { newLetterhead } from '#server/work/documents/letterhead.ts';
import { boxesOf, isToSign, type SheetCase } from './sheet-case.ts';
import { PACK_HELP } from './sheet-help.ts';

/** Forms of one printable pack: each is drawn while somebody waits [choice]. */
export const SHEET_FORMS_MOST = 60;

/**
 * The printable pack: the list with boxes to fill in, and behind it each form that is out to be signed, as it is printed alone.
 *
 * @throws Refused INVALID for more forms than one pack takes
 */
export async function drawPack(context: Context<StaffActor>, cases: readonly SheetCase[]): Promise<Uint8Array> {
  const { db, actor, deps, now } = context;
  const out = cases.flatMap((each) => (each.coded !== undefined && isToSign(each) ? [each.coded.consent_id] : []));
  if (out.length > SHEET_FORMS_MOST)
    throw theatreRefused(`More than ${SHEET_FORMS_MOST} forms are to be signed. Choose fewer days, or one list.`);
  const letterhead = await newLetterhead(db, actor.organisationId);
  const list = listDocument(cases, { letterhead, now, timeZone: deps.settings.timeZone });
  const files = [await deps.pdf.render(list)];
  const readsHidden = mayReadHidden(actor);
  for (const consentID of out) {
    const { file } = await drawFile({ kind: 'PAPER', organisationId: actor.organisationId, consentID, readsHidden }, deps);
    files.push(file);
  }
  return joined(files);
}

/** One file of all pages. Each file takes some milliseconds: other calls have their turn between. */
async function joined(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first = new Uint8Array(), ...others] = files;
  const pack = await PDF.load(first);
  for (const file of others) {
    const pages = await PDF.load(file);
    await pack.copyPagesFrom(pages, [...Array(pages.getPageCount()).keys()]);
    await nextTurn();
  }
  // One file says of itself that it is tagged, which is not true of many: the copied pages have lost their tags.
  pack.getCatalog().delete('Metadata');
  return pack.save();
}

function listDocument(
  cases: readonly SheetCase[],
  { letterhead, now, timeZone }: { letterhead: PdfLetterhead; now: string; timeZone: string },
): PdfDocument {
  return {
    title: 'Sheet for a dead tablet',
    subject: 'List to fill in by hand',
    language: 'en-GB',
    createdAt: Date.parse(now),
    letterhead,
    latinNames: Object.fromEntries(cases.map(({ patient, nameInLatin }) => [formalName(patient), nameInLatin])),
    subtitle: `As of ${longTime(now, timeZone)}. ${counted(cases.length, 'case')}.`,
    state: { words: 'To fill in by hand', tone: 'info' },
    footer: { state: 'Print on one side. Keep it with the forms behind it.' },
    blocks: [
      { kind: 'list', ordered: false, items: PACK_HELP.map((text) => [{ text }]) },
      ...cases.map((each) => codedCase(each, { asOf: now, timeZone })),
    ],
  };
}

function codedCase(each: SheetCase, at: { asOf: string; timeZone: string }): CodedCase {
  const { coded, caseNumber, procedures, refusals, openPoints = [], interpreter, theatre, date } = each;
  const [, name = '', born = '', nhs = '', , , , light = '', reason = ''] = lockedCells(each, { code: null, ...at });
  const boxes = boxesOf(each);
  return {
    kind: 'codedCase',
    // A form that is not out takes no outcome: the paper is a blank form, if the patient takes one at all.
    ...(coded !== undefined && boxes.length > 0
      ? { code: spacedSheetCode(coded.code), qr: coded.code }
      : { code: withoutForm(each) }),
    title: name,
    lines: [
      `Born ${born} · ${nhs === '' ? 'No NHS number' : `NHS ${nhs}`}${caseNumber === undefined ? '' : ` · ${caseNumber}`}`,
      composed`${theatre ?? 'No theatre given'}, ${shortDate(date)} · ${light}: ${reason}`,
    ],
    strong: [
      ...procedures.map(listedProcedureWords),
      // Each stands by itself under its heading: before “No pork” no verb.
      ...(refusals.length === 0 ? [] : ['REFUSALS:', ...refusals]),
      ...openPoints,
      ...(interpreter.needed ? [composed`Interpreter: ${interpreter.language}${interpreter.named ? '' : ', nobody named'}`] : []),
    ],
    options: boxes,
    rows: ROWS,
  };
}

/** The words in the place of a code. */
function withoutForm({ isOfOtherTeam, patientStatus }: SheetCase): string {
  if (isOfOtherTeam) return 'Another team’s form: print it from its record';
  return mayStartConsent(patientStatus) ? 'No form to sign: take a blank one' : 'No form to sign';
}

/** The open columns but for the outcome, which is ticked. */
const ROWS: CodedCase['rows'] = [
  [
    { label: SHEET_OPEN.time.heading, share: 0.6 },
    { label: SHEET_OPEN.signer.heading, share: 1.4 },
  ],
  [{ label: SHEET_OPEN.clinician.heading }, { label: SHEET_OPEN.interpreter.heading }],
  [{ label: SHEET_OPEN.note.heading }],
];
