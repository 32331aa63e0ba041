import { hasInk } from '#domain/values/ink.ts';
import type { Addressee } from '#contract/shapes/referral-shapes.ts';
import { ATTACHMENT_TYPES } from '#domain/documents/attachment.ts';
import { ATTACHMENTS_MOST, REFERRAL_TEXT_MOST } from '#domain/referrals/referral.ts';
import { FILE_MOST } from '#domain/documents/file-limits.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';

/** `to` is `person:` and an id, or `speciality:` and a name. */
export type ReferralForm = { to: string; question: string };

export const EMPTY_REFERRAL: ReferralForm = { to: '', question: '' };
/** The fields of the call, as this form names them. */
export const REFERRAL_FIELDS = ['to', 'question'] as const;

/** All problems, in the order of the fields. */
export function referralProblems({ to, question }: ReferralForm): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (to === '') problems.push({ field: 'to', message: 'Choose the person or the speciality to refer to' });
  if (!hasInk(question)) problems.push({ field: 'question', message: 'Enter the question' });
  else if (question.trim().length > REFERRAL_TEXT_MOST)
    problems.push({ field: 'question', message: `The Question must be at most ${REFERRAL_TEXT_MOST} characters` });
  return problems;
}

/** The addressee as the call takes it. */
export function addresseeOf(to: string): Addressee {
  const [kind, value] = [to.slice(0, to.indexOf(':')), to.slice(to.indexOf(':') + 1)];
  return kind === 'person' ? { userId: value } : { speciality: value };
}

export const ACCEPTED_FILES = Object.values(ATTACHMENT_TYPES).join(',');
export const FILES_HINT = `PDF, JPEG or PNG, up to 10 MB each, at most ${ATTACHMENTS_MOST}`;

/** The problem of files that are added to others; null without one. What a file holds is for the server to say. */
export function filesProblem(before: number, chosen: readonly File[]): string | null {
  if (before + chosen.length > ATTACHMENTS_MOST) return `A referral has at most ${ATTACHMENTS_MOST} files`;
  const large = chosen.find(({ size }) => size > FILE_MOST);
  return large === undefined ? null : `${large.name} is larger than 10 MB`;
}
