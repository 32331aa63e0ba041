import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { awaitedSigners } from '#domain/consents/recipients.ts';
import { signsAsStaff } from '#domain/forms/signer-roles.ts';
import { NOBODY_SAID, staffFields, type PaperStaff } from './paper-staff.ts';

/** The signers on a scan as a clinician enters them, each by the place in the signing order. */
export function useScanSigners(consent: Consent) {
  // The day and the time beside each signature, as they are written there.
  const [signed, setSigned] = useState<ReadonlyMap<number, string>>(new Map());
  const [times, setTimes] = useState<ReadonlyMap<number, string>>(new Map());
  const [staff, setStaff] = useState<ReadonlyMap<number, PaperStaff>>(new Map());
  const signers = awaitedSigners(consent);
  return {
    signers,
    signed,
    times,
    staff,
    /** @param day - beside the signature, empty until it is entered; null for a signer who has not signed */
    sign: (order: number, day: string | null) => {
      const next = new Map(signed);
      if (day === null) next.delete(order);
      else next.set(order, day);
      setSigned(next);
    },
    setTime: (order: number, time: string) => setTimes(new Map([...times, [order, time]])),
    setMember: (order: number, change: Partial<PaperStaff>) =>
      setStaff(new Map([...staff, [order, { ...(staff.get(order) ?? NOBODY_SAID), ...change }]])),
    /** The places of staff of whom nobody has said whose signature it is. */
    unsaid: signers.flatMap(({ signing_order, role }) =>
      signed.has(signing_order) && signsAsStaff(role) && (staff.get(signing_order)?.account ?? '') === '' ? [signing_order] : [],
    ),
    /** As the call lists them. */
    listed: signers.flatMap(({ signing_order, role, recipient_name: name }) => {
      const signedOn = signed.get(signing_order);
      if (signedOn === undefined) return [];
      const signedAt = (times.get(signing_order) ?? '').trim();
      const account = signsAsStaff(role) ? staffFields(staff.get(signing_order) ?? NOBODY_SAID, name) : {};
      return [{ signing_order, signedOn, ...(signedAt === '' ? {} : { signedAt }), ...account }];
    }),
  };
}
