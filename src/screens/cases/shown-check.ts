import { sha256HexAsync } from '#contract/engine/hex.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { contentDigest, UnknownShownVersion, type FullShownContent } from '#domain/consents/digest.ts';
import { fullShownOf, shownRecordOf } from '#domain/consents/shown.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { statementOf } from '#domain/consents/statements.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { useEffect, useState } from 'react';

/** Whether the content on this screen is exactly the one that was sent: `changed` must not be signed, `outdated` is of a later build. */
export type ShownCheck = 'checking' | 'same' | 'changed' | 'impossible' | 'outdated';

/**
 * Computes the digest of this screen's content and compares it with the one fixed at sending.
 *
 * @param role - of whoever signs here: the sentence above the signature is compared too
 */
export function useShownCheck(consent: Consent, patient: RecordSummary['patient'], role: SignerRole): ShownCheck {
  const [check, setCheck] = useState<ShownCheck>('checking');
  useEffect(() => {
    let isStale = false;
    checkShown(consent, patient, role).then(
      (found) => isStale || setCheck(found),
      (failure: unknown) => isStale || setCheck(failure instanceof UnknownShownVersion ? 'outdated' : 'impossible'),
    );
    return () => {
      isStale = true;
    };
  }, [consent, patient, role]);
  return check;
}

/** As {@link useShownCheck}. @throws UnknownShownVersion */
export async function checkShown(consent: Consent, patient: RecordSummary['patient'], role: SignerRole): Promise<ShownCheck> {
  // Browsers compute a SHA-256 over https and on localhost only.
  if (!('subtle' in crypto)) return 'impossible';
  const digest = await contentDigest(
    shownRecordOf({ shown: consent.shown, consent, patient, recipients: consent.recipients }),
    sha256HexAsync,
  );
  return digest === consent.contentDigest && isDrawnFrom(fullShownOf(consent.shown), consent, role) ? 'same' : 'changed';
}

// The screen draws the version, and the digest of a later shape covers the record: both must say the same.
function isDrawnFrom(
  shown: FullShownContent | null,
  { procedures, statements, formType, ...answers }: Consent,
  role: SignerRole,
): boolean {
  if (shown === null) return true;
  const { mattersToMe, refusals } = answers;
  const additionalChoices = shownChoices(formType, answers.additionalChoices);
  return (
    statements[role] === statementOf(shown, role) &&
    isSameValue(procedures.map(procedureInWords), shown.procedures.map(procedureInWords)) &&
    isSameValue({ mattersToMe, additionalChoices, refusals }, shown.answers)
  );
}
