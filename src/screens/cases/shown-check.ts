import { sha256Hex } from '#contract/hex.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { RecordSummary } from '#contract/record-summary.ts';
import { contentDigest } from '#domain/digest.ts';
import { shownRecordOf } from '#domain/shown.ts';
import { useEffect, useState } from 'react';

/** Whether the content on this screen is exactly the one that was sent: `changed` must not be signed. */
export type ShownCheck = 'checking' | 'same' | 'changed' | 'impossible';

/** Computes the digest of this screen's content and compares it with the one fixed at sending. */
export function useShownCheck(consent: Consent, patient: RecordSummary['patient']): ShownCheck {
  const [check, setCheck] = useState<ShownCheck>('checking');
  useEffect(() => {
    let isStale = false;
    checkShown(consent, patient).then(
      (found) => isStale || setCheck(found),
      () => isStale || setCheck('impossible'),
    );
    return () => {
      isStale = true;
    };
  }, [consent, patient]);
  return check;
}

async function checkShown(consent: Consent, patient: RecordSummary['patient']): Promise<ShownCheck> {
  // Browsers compute a SHA-256 over https and on localhost only.
  if (!('subtle' in crypto)) return 'impossible';
  const digest = await contentDigest(
    shownRecordOf({ shown: consent.shown, consent, patient, recipients: consent.recipients }),
    sha256Hex,
  );
  return digest === consent.contentDigest ? 'same' : 'changed';
}
