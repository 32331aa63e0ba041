import { openPointsOf, type AnsweredForm, type OpenPoint } from '#domain/consents/open-points.ts';
import { isSignedOnPaper } from './paper-scan.ts';

/** The choices that a form with these signers leaves open: {@link openPointsOf}, which alone decides. */
export function openPointsOnForm({
  recipients,
  ...form
}: Omit<AnsweredForm, 'isOnPaper'> & { readonly recipients: Parameters<typeof isSignedOnPaper>[0] }): OpenPoint[] {
  return openPointsOf({ ...form, isOnPaper: isSignedOnPaper(recipients) });
}
