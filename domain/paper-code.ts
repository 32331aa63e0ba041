import { mayMove } from './case-machine.ts';
import type { CaseStatus, FormType } from './states.ts';

/** What the code of a page says of a form that is a draft: no scan of it is taken. */
const DRAFT_MARK = 'draft';

/** A printed form: its version, and the digest of what was shown, null for a draft. */
export type PaperForm = { readonly consentID: string; readonly digest: string | null };

/**
 * The code that is printed on each page is `assent:p1:{consentID}:{page}:{pages}:{mark}`; these are its parts before and behind the
 * numbers. The mark is the beginning of the digest (16 hex), so that a page of another content is told apart.
 */
export function pageCodeParts({ consentID, digest }: PaperForm): { before: string; after: string } {
  return { before: `assent:p1:${consentID}`, after: digest === null ? DRAFT_MARK : digest.slice(0, 16) };
}

/** Whether a form is printed to be signed with ink: a draft, to look at, and one that is out. */
export function isPrintedToSign(status: CaseStatus): boolean {
  return mayMove(status, 'edit') || mayMove(status, 'sign');
}

/** The id of the printable form of a version: what all of its pages say. Null where it is not printed any more. */
export function paperIdOf({ status, ...form }: PaperForm & { readonly status: CaseStatus }): string | null {
  if (!isPrintedToSign(status)) return null;
  const { before, after } = pageCodeParts(form);
  return `${before}:${after}`.replace('assent:', '');
}

/**
 * What stands before the numbers in the code of each page of a blank form, `assent:b1:{formType}:{edition}:{page}:{pages}`; nothing
 * follows them.
 */
export function blankCodeParts({ formType, edition }: { formType: FormType; edition: number }): { before: string } {
  return { before: `assent:b1:${formType}:${edition}` };
}
