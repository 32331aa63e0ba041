import { mayAskToWithdraw } from '#domain/cases/withdrawal.ts';
import type { SheetEntry } from '#domain/theatre/theatre-sheet.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { decline } from '#server/work/signing/decline.ts';
import { withdraw } from '#server/work/consents/end-consent.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { reportDetail } from './paper-reports.ts';

/** `signer`: the one of the form who answered so; undefined where that is not certain. */
type Writing = { readonly code: string; readonly entry: SheetEntry; readonly signer?: RecipientRow | undefined };

/**
 * Writes a row into its case: the report as an event, and what follows from it. A no, a wish for time and a withdrawal act as the calls of
 * staff do, and a no to a signed form is a withdrawal; that a form was signed on paper is a report and no signature (interop §5).
 */
export async function writeRow(open: OpenCase, { code, entry, signer }: Writing): Promise<void> {
  const { outcome, note } = entry;
  const { timeZone } = open.deps.settings;
  await recordEvent(open, { type: 'PAPER_REPORTED', by: byStaff(open), detail: reportDetail(entry, { code, timeZone }) });
  switch (outcome) {
    case 'AGREED':
      if (open.consent.status !== 'SIGNED') await moveVersion(open, 'report', { change: { paper_reported_at: open.now } });
      break;
    case 'MORE_TIME':
      await takeBackReport(open);
      await recordEvent(open, {
        type: 'MORE_TIME',
        by: signer === undefined ? byStaff(open) : { signer },
        detail: { comments: note },
      });
      break;
    case 'WITHDRAWN':
      await takeBack(open, { note, signer });
      break;
    case 'DECLINED':
      if (open.consent.status === 'SIGNED') {
        await takeBack(open, { note, signer });
        break;
      }
      await takeBackReport(open);
      if (signer === undefined) throw new Error('a no of nobody');
      await decline(open, { me: signer, detail: { sheet: code }, reason: note, comments: '' });
      break;
  }
}

/** At the wish of somebody whom the call of staff would not name, such as an interpreter, it is taken back without a name. */
async function takeBack(open: OpenCase, { note, signer }: Pick<SheetEntry, 'note'> & Pick<Writing, 'signer'>): Promise<void> {
  const asker = signer !== undefined && mayAskToWithdraw(signer.role) ? signer.signing_order : undefined;
  await withdraw(open, { reason: note, signing_order: asker });
}

/** A later report says something else than that the form was signed: the light no longer says so. */
async function takeBackReport(open: OpenCase): Promise<void> {
  if (open.consent.paper_reported_at !== null) await moveVersion(open, 'report', { change: { paper_reported_at: null } });
}
