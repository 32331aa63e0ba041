import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mergedReferralWords } from '#domain/referrals/first-form.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { mergedFromWords } from '#src/ui/clinical/MergedFromLine.tsx';
import { Notice } from '#src/ui/Notice.tsx';

type Props = { readonly record: RecordSummary; readonly timeZone: string };

/** Says of a referral from a merged record whose it was, and how the case goes on; nothing for any other. */
export function MergedReferralNotice({ record, timeZone }: Props) {
  const { mergedFrom } = record;
  if (mergedFrom == null) return null;
  return (
    <Notice tone="warn" title={mergedFromWords(mergedFrom, timeZone)}>
      <p>
        {mergedReferralWords(record)} That record says born {longDate(mergedFrom.dateOfBirth)}. If the merge is wrong, an
        administrator can undo it.
      </p>
    </Notice>
  );
}
