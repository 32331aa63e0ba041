import { counted } from '#domain/base/counted.ts';
import { Unreachable } from '#contract/engine/call.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { isSignedOnPaper, needsIdentifiers, type UploadedScan } from '#domain/documents/paper-scan.ts';
import { localDate, longDate, longTime } from '#domain/values/plain-date.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { failureProblems, type CallProblem } from '#src/notices/failure-words.ts';

/** The lines about a scan: its uploader, and how far it was recognised. */
export function scanLines(scan: UploadedScan, timeZone: string): string[] {
  const uploaded = `${scan.by} uploaded a scan with ${pagesOf(scan.pages)}, ${longTime(scan.at, timeZone)}.`;
  return scan.isConfirmed
    ? [uploaded, 'A clinician has checked it.']
    : [uploaded, matchWords(scan), 'Its signatures do not count before a clinician has checked it.'];
}

/** The report that this form was signed on paper, while it is out; undefined without one. */
export function paperReport(events: readonly TimelineEvent[], consentID: string, timeZone: string): string | undefined {
  const own = events.filter(({ versionId }) => versionId === consentID);
  // A form that was taken back and sent again is another one to sign.
  const since = own.slice(own.findLastIndex(({ type }) => type === 'RECALLED') + 1);
  const report = since.findLast(({ type }) => type === 'PAPER_REPORTED');
  // A later sheet reported another outcome.
  if (report?.detail['outcome'] !== 'AGREED') return undefined;
  const { detail, actor, at } = report;
  return `Signed on paper by ${String(detail['signer'])}, ${String(detail['onPaper'])}: so says the sheet that ${actor.name} brought back, ${longTime(at, timeZone)}.`;
}

/** How far the codes on a scan prove that it is this form. */
export function matchWords(scan: UploadedScan): string {
  if (scan.isBlank) return 'It is a blank form, filled in by hand. Its codes do not say whose it is.';
  if (needsIdentifiers(scan)) return 'No code could be read on it.';
  if (scan.unread.length === 0) return 'The code on each page says that it is this form.';
  return `The codes say that it is this form. On page ${scan.unread.join(', ')} no code could be read.`;
}

function pagesOf(count: number): string {
  return counted(count, 'page');
}

type Signed = {
  readonly signedAt: string;
  readonly recipients: readonly Recipient[];
  readonly origin?: object | null | undefined;
};

/** The time at which a form was signed; of one on paper only the day, as nobody wrote a time beside it. */
export function signedTime({ signedAt, recipients, origin }: Signed, timeZone: string): string {
  return isSignedOnPaper(recipients) || isImported({ origin })
    ? longDate(localDate(Date.parse(signedAt), timeZone))
    : longTime(signedAt, timeZone);
}

/** The problems of a call about a scan. A call without an answer may have taken effect. */
export function answerProblems(failure: unknown): CallProblem[] {
  if (failure instanceof Unreachable) return [{ path: '', message: 'No answer came. Look at the case before you try again.' }];
  return failureProblems(failure);
}
