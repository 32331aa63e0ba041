import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { handOff } from '#src/auth/auth.ts';
import { newId } from '#src/device/new-id.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useHandOver, useHandoverBlock } from '#src/queries/handover.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useOwnName, useSession } from '#src/session/session.ts';
import { answeringSigners, handoverSigners } from '../waiting-signers.ts';

const NOTHING_STORED =
  'This browser does not store anything, so staff work cannot be locked away. Do not hand over the tablet: open the app in a normal window.';

/** The handover of this tablet to one of the signers who may sign on it. @param first - the place of the one who is chosen at first */
export function useHandover(consent: Consent, first: number) {
  // A retry after a lost answer continues the same handover; another signer is another one.
  const [handoverIds] = useState(() => new Map<number, string>());
  const [error, setError] = useState<string | null>(null);
  const [chosen, choose] = useState(first);
  const send = useHandOver();
  const block = useHandoverBlock(consent, useServerStatus() === 'here');
  const { timeZone, languages } = useProduct();
  const user = useSession()?.user;
  const clinicianName = useOwnName();
  const hasTabletPin = user?.hasTabletPin ?? false;
  const again = answeringSigners(consent);
  const signers = [...handoverSigners(consent), ...again];
  const signer = signers.find(({ signing_order }) => signing_order === chosen);
  const give = async () => {
    if (signer === undefined) return;
    const { role, signing_order } = signer;
    const { consentID, recordID } = consent;
    const handoverId = handoverIds.get(signing_order) ?? newId();
    handoverIds.set(signing_order, handoverId);
    setError(null);
    try {
      const organisation = { name: consent.organisationName ?? user?.organisation[0]?.name ?? '', timeZone };
      const request = { consent, role, signingOrder: signing_order, handoverId, organisation, languages };
      const sent = await send.mutateAsync(request);
      // The staff session is cleared, and the browser opens the signer's page.
      await handOff({ ...sent, handoverId, consentID, role, signing_order, clinicianName, recordID, hasTabletPin });
    } catch (failure) {
      setError(failure instanceof DOMException ? NOTHING_STORED : failureWords(failure));
    }
  };
  return {
    signers,
    /** whether the one who is chosen has signed, and is asked again */
    isAgain: again.some(({ signing_order }) => signing_order === chosen),
    chosen,
    choose,
    signer,
    problem: error ?? block,
    isPossible: block === null,
    hasTabletPin,
    isBusy: send.isPending,
    give,
  };
}
