import { mayMove } from '#domain/cases/case-machine.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** The beginning of the text of each code that is printed on a page. */
export const PAPER_CODE_START = 'assent:';

/** The mark of a draft in the code of a page: no scan of it is accepted. */
const DRAFT_MARK = 'draft';

/** A printed form: its version, and the digest of what was shown, null for a draft. */
export type PaperForm = { readonly consentID: string; readonly digest: string | null };

/**
 * The parts before and after the numbers of the code on each page, `assent:p1:{consentID}:{page}:{pages}:{mark}`. The mark is the
 * beginning of the digest (16 hex): it shows that a page belongs to other content.
 */
export function pageCodeParts({ consentID, digest }: PaperForm): { before: string; after: string } {
  return { before: `assent:p1:${consentID}`, after: digest === null ? DRAFT_MARK : digest.slice(0, 16) };
}

/** Whether a form may be printed to be signed with ink: a draft, for reading, or a form that is out for signature. */
export function isPrintedToSign(status: CaseStatus): boolean {
  return mayMove(status, 'edit') || mayMove(status, 'sign');
}

/** The id of the printable form of a version, printed on each of its pages; null where it is no longer printed. */
export function paperIdOf({ status, ...form }: PaperForm & { readonly status: CaseStatus }): string | null {
  if (!isPrintedToSign(status)) return null;
  const { before, after } = pageCodeParts(form);
  return `${before}:${after}`.replace('assent:', '');
}

type PageNumber = { readonly page: number; readonly pages: number };
/** The parsed code of a page: of a version (mark null for a draft), or of a blank form. */
export type PageCode = PageNumber &
  (
    | { readonly kind: 'FORM'; readonly consentID: string; readonly mark: string | null }
    | { readonly kind: 'BLANK'; readonly formType: FormType; readonly edition: string }
  );

const NUMBERS = '([1-9]\\d{0,2}):([1-9]\\d{0,2})';
const FORM_CODE = new RegExp(`^assent:p1:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):${NUMBERS}:(${DRAFT_MARK}|[0-9a-f]{16})$`);
const BLANK_CODE = new RegExp(`^assent:b1:([A-Z0-9_]{1,20}):([A-Za-z0-9.-]{1,20}):${NUMBERS}$`);

/** Reads the text of a page's code; undefined for any other text. */
export function parsePageCode(text: string): PageCode | undefined {
  const [, consentID, formPage, formPages, mark] = FORM_CODE.exec(text) ?? [];
  if (consentID !== undefined && mark !== undefined) {
    const numbers = pageNumber(formPage, formPages);
    return numbers && { kind: 'FORM', consentID, ...numbers, mark: mark === DRAFT_MARK ? null : mark };
  }
  const [, typeName, edition, blankPage, blankPages] = BLANK_CODE.exec(text) ?? [];
  const formType = FORM_TYPES.find((type) => type === typeName);
  const numbers = pageNumber(blankPage, blankPages);
  return formType && edition !== undefined && numbers ? { kind: 'BLANK', formType, edition, ...numbers } : undefined;
}

function pageNumber(page: string | undefined, pages: string | undefined): PageNumber | undefined {
  const number = { page: Number(page), pages: Number(pages) };
  return number.page <= number.pages ? number : undefined;
}

/**
 * The part before the numbers in the code of each page of a blank form, `assent:b1:{formType}:{edition}:{page}:{pages}`; nothing
 * follows the numbers.
 */
export function blankCodeParts({ formType, edition }: { formType: FormType; edition: number }): { before: string } {
  return { before: `assent:b1:${formType}:${edition}` };
}
