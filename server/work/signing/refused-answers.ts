import { isSameValue } from '#domain/base/canonical.ts';
import type { StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import { updateConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import { findCase, keyOfVersion, recordEvent, type EventOfSigner, type OpenCase } from '#server/work/cases/open-case.ts';

/** The most refused answers that are stored for one version [choice]. */
const REFUSED_ANSWERS_MOST = 20;

/**
 * The work that stores answers after a signature that are refused: they count for nothing, and are evidence of what their signer said, once,
 * with an event in the timeline.
 */
export function storeRefusedAnswers(
  { actor, now, deps, consent: { id: consentID } }: OpenCase,
  answers: StoredLaterAnswers,
  event: EventOfSigner,
): (db: Db) => Promise<void> {
  return async (db) => {
    const open = await findCase({ db, actor, now, deps }, consentID);
    if (open === undefined) return;
    const before = open.consent.later_answers;
    const isStored = before.some(({ signature }) => isSameValue(signature, answers.signature));
    if (isStored || before.filter(({ cancelledAt }) => cancelledAt !== undefined).length >= REFUSED_ANSWERS_MOST) return;
    const stored = [...before, { ...answers, cancelledAt: open.now }];
    await updateConsentRow(db, keyOfVersion(open), { later_answers: stored, updated_at: open.now });
    await recordEvent(open, { ...event, type: 'ANSWERS_REFUSED' });
  };
}
