import { counted } from '#domain/base/counted.ts';
import type { PageCode } from './paper-code.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import type { SignMethod } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { PaperEvidence } from '#domain/signing/signature.ts';
import { longDate } from '#domain/values/plain-date.ts';

/** How far the codes on a scan prove that it is this form: on all pages, on some, or on none (forms.md section 9). */
export const SCAN_MATCHES = ['MATCHED', 'PARTLY', 'UNREAD'] as const;
export type ScanMatch = (typeof SCAN_MATCHES)[number];

/** Whether the paper says that the patient took a copy. */
export const COPY_ANSWERS = ['YES', 'NO', 'NOT_SAID'] as const;
export const COPY_ANSWER_WORDS: Readonly<Record<(typeof COPY_ANSWERS)[number], string>> = {
  YES: 'Yes',
  NO: 'No',
  NOT_SAID: 'The paper does not say',
};

/** A page of a scan, by its place in the file from 1; `printed` is the number that its code says, null where none was read. */
export type ScannedPage = { readonly page: number; readonly read: boolean; readonly printed: number | null };

/** The form that a scan should be of. */
export type ScannedForm = { readonly consentID: string; readonly digest: string; readonly formType: FormType };

/** `isBlank`: a form that was printed before this version was written, which its codes therefore cannot name. */
export type ScanResult = { readonly match: ScanMatch; readonly isBlank: boolean; readonly pages: readonly ScannedPage[] };

/**
 * Compares the codes that were read on a scan with the form it should be of.
 *
 * @param codes - of each page in the order of the file, those that are ours
 * @returns a sentence that names what does not fit, for a scan that is not taken
 */
export function matchScan(form: ScannedForm, codes: readonly (readonly PageCode[])[]): ScanResult | { fault: string } {
  const read = codes.flatMap((each, at) => each.map((code) => ({ code, page: at + 1 })));
  const fault = read.map(({ code, page }) => codeFault(form, code, page)).find((each) => each !== undefined);
  if (fault !== undefined) return { fault };
  const crowded = codes.findIndex((each) => new Set(each.map(({ page }) => page)).size > 1);
  if (crowded !== -1) return { fault: `Page ${crowded + 1} of the scan shows two pages of the form. Scan each page by itself.` };
  const kinds = new Set(read.map(({ code }) => code.kind));
  if (kinds.size > 1) return { fault: 'Some pages are of a blank form, and some of a filled one. Scan the pages of one form.' };
  const isBlank = kinds.has('BLANK');
  const pages = codes.map((each, at) => ({ page: at + 1, read: each.length > 0, printed: each[0]?.page ?? null }));
  const [first] = read;
  if (first === undefined) return { match: 'UNREAD', isBlank, pages };
  const count = countFault(pages, first.code.pages) ?? countsFault(read.map(({ code }) => code));
  if (count !== undefined) return { fault: count };
  if (isBlank) return { match: 'UNREAD', isBlank, pages };
  return { match: pages.every((each) => each.read) ? 'MATCHED' : 'PARTLY', isBlank, pages };
}

function codeFault(form: ScannedForm, code: PageCode, page: number): string | undefined {
  const where = `Page ${page} of the scan`;
  if (code.kind === 'BLANK')
    return code.formType === form.formType
      ? editionFault(code, where)
      : `${where} is of another kind of form: a blank ${FORM_WORDS[code.formType].name}.`;
  if (code.consentID !== form.consentID)
    return `${where} is of another form or another version. Scan the form that was printed for this one.`;
  if (code.mark === null) return `${where} is of a draft, which nobody can sign. Print the form again, now that it is ready.`;
  if (code.mark !== form.digest.slice(0, 16))
    return `${where} was printed before the form changed. Print it again: what was signed is not what the form says now.`;
  return undefined;
}

/** Papers of an earlier edition are taken; a later one is not known here. */
function editionFault({ formType, edition }: PageCode & { kind: 'BLANK' }, where: string): string | undefined {
  const isKnown = Number(edition) >= 1 && Number(edition) <= FORMS[formType].blankEdition;
  return isKnown ? undefined : `${where} is of an edition that is not known here: ${edition}.`;
}

// Every page of the form once; pages without a readable code are counted as those that are missing.
function countFault(pages: readonly ScannedPage[], printedPages: number): string | undefined {
  const printed = pages.flatMap((each) => each.printed ?? []);
  const doubled = printed.find((each, at) => printed.indexOf(each) !== at);
  if (doubled !== undefined) return `Page ${doubled} of the form is in the scan twice.`;
  if (pages.length > printedPages)
    return `The form has ${pagesOf(printedPages)}, and the scan ${pagesOf(pages.length)}. Scan this form alone.`;
  if (pages.length === printedPages) return undefined;
  const missing = Array.from({ length: printedPages }, (_, at) => at + 1).filter((each) => !printed.includes(each));
  // One that was not read may be any of the missing ones.
  return pages.every(({ read }) => read)
    ? `The form has ${pagesOf(printedPages)}. Missing in the scan: page ${missing.join(', ')}.`
    : `The form has ${pagesOf(printedPages)}, and the scan ${pagesOf(pages.length)}. Scan all of them.`;
}

function countsFault(codes: readonly PageCode[]): string | undefined {
  const isOne =
    new Set(codes.map(({ pages, kind, ...rest }) => `${kind} ${pages} ${'edition' in rest ? rest.edition : ''}`)).size === 1;
  return isOne ? undefined : 'The pages are of different prints of the form. Scan the pages of one print.';
}

function pagesOf(count: number): string {
  return counted(count, 'page');
}

/** A scan that was uploaded, as its event tells: `unread` are the pages that a person looks at. */
export type UploadedScan = {
  readonly eventId: string;
  readonly sha256: string;
  readonly match: ScanMatch;
  readonly isBlank: boolean;
  readonly pages: number;
  readonly unread: readonly number[];
  readonly contentDigest: string;
  readonly by: string;
  readonly at: string;
  readonly isConfirmed: boolean;
  /** the check of it; absent while nobody has checked it */
  readonly confirmation?: TimelineEvent;
};

/**
 * The scans of a version, oldest first: those that signatures rest on, and the newest one while nobody has checked it. One that was
 * discarded is none, and neither is one that was replaced, or is of the form before it was taken back.
 *
 * @param events - of the case, in their order
 */
export function scansOf(events: readonly TimelineEvent[], consentID: string): UploadedScan[] {
  const own = events.filter(({ versionId }) => versionId === consentID);
  // A form that was taken back and sent again is another one to sign.
  const since = own.slice(own.findLastIndex(({ type }) => type === 'RECALLED') + 1);
  return since.flatMap((event, at) => {
    if (event.type !== 'SCAN_UPLOADED') return [];
    const later = since.slice(at + 1);
    const eventAbout = (type: string) =>
      later.find((each) => each.type === type && each.detail['sha256'] === event.detail['sha256']);
    const confirmation = eventAbout('SCAN_CONFIRMED');
    const isReplaced = confirmation === undefined && later.some(({ type }) => type === 'SCAN_UPLOADED');
    return isReplaced || eventAbout('SCAN_DISCARDED') !== undefined ? [] : [uploadedScan(event, confirmation)];
  });
}

/** The newest of {@link scansOf}; undefined without one. */
export function scanOf(events: readonly TimelineEvent[], consentID: string): UploadedScan | undefined {
  return scansOf(events, consentID).at(-1);
}

function uploadedScan({ id, at, actor, detail }: TimelineEvent, confirmation: TimelineEvent | undefined): UploadedScan {
  const unread = String(detail['unread'] ?? '');
  return {
    eventId: id,
    sha256: String(detail['sha256']),
    match: SCAN_MATCHES.find((each) => each === detail['match']) ?? 'UNREAD',
    isBlank: detail['isBlank'] === true,
    pages: Number(detail['pages']),
    unread: unread === '' ? [] : unread.split(',').map(Number),
    contentDigest: String(detail['contentDigest']),
    by: actor.name,
    at,
    isConfirmed: confirmation !== undefined,
    ...(confirmation === undefined ? {} : { confirmation }),
  };
}

/** Whether a scan is of this form for a person to say alone: by two identifiers on the paper, compared with the patient. */
export function needsIdentifiers({ match }: Pick<UploadedScan, 'match'>): boolean {
  return match === 'UNREAD';
}

/** Stands where a form that somebody signed on paper has no answer: the tick may be on the paper. */
export const ON_THE_SCAN = 'Not entered here: see the scan';

/** The date beside a signature on paper, and the time where one is written there: `6 August 2026, 14:05`. */
export function dateOnPaper({ signedOn, signedAt }: Pick<PaperEvidence, 'signedOn' | 'signedAt'>): string {
  return signedAt === undefined ? longDate(signedOn) : `${longDate(signedOn)}, ${signedAt}`;
}

/** Whether somebody has signed a form on paper: what was written there by hand is on the scan alone, and the days have no time. */
export function isSignedOnPaper(recipients: readonly { readonly method: SignMethod | null }[]): boolean {
  return recipients.some(({ method }) => method === 'PAPER_SCAN');
}
