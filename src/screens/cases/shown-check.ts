import type { Consent } from '#contract/record-shapes.ts';
import type { RecordSummary } from '#contract/record-summary.ts';
import { contentDigest } from '#domain/digest.ts';
import { shownOf } from '#domain/shown.ts';
import { useEffect, useState } from 'react';

/** Whether what stands on this screen is exactly what was sent: `changed` must not be signed. */
export type ShownCheck = 'checking' | 'same' | 'changed' | 'impossible';

/** Works out the digest of what this screen shows and compares it with the one fixed at sending. */
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
  // Browsers work out a SHA-256 over https and on localhost only.
  if (!('subtle' in crypto)) return 'impossible';
  const digest = await contentDigest(shownOf({ consent, patient, recipients: consent.recipients }), sha256);
  return digest === consent.contentDigest ? 'same' : 'changed';
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
