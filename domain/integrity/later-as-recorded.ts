import type { Sha256 } from '#domain/base/canonical.ts';
import { hasOwnDigest, storedLaterDigest, type StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import { laterKey } from './event-keys.ts';
import type { VersionByEvents } from './version-by-events.ts';

/** Whether the later answers are those of the events, each cancelled when they say so, and what was shown has the digest that was signed. */
export async function areAnswersAsRecorded(
  { laterAnswers }: { readonly laterAnswers: readonly StoredLaterAnswers[] },
  { laterAnswers: byEvents }: Pick<VersionByEvents, 'laterAnswers'>,
  sha256: Sha256,
): Promise<boolean> {
  const stored = await Promise.all(
    laterAnswers.map(async ({ cancelledAt = null, ...each }) => {
      return (await hasOwnDigest(each, sha256)) ? laterKey({ check: await storedLaterDigest(each, sha256), cancelledAt }) : '';
    }),
  );
  return stored.join(' ') === byEvents.map(laterKey).join(' ');
}
