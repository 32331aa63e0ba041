import type { Consent } from '#contract/record-shapes.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Deps } from '#server/deps.ts';
import { mayReadHidden } from '#server/work/consents/hidden-version.ts';
import { drawnAddress } from './drawn-address.ts';

/** A version that one person reads by itself, with the addresses of its unsigned forms; none where its content is hidden from them. */
export function withAddresses(consent: Consent, { actor, deps }: { actor: StaffActor; deps: Deps }): Consent {
  const { consentID } = consent;
  if (consent.status === 'VOIDED' && consent.voidKind === 'WRONG_PATIENT' && !mayReadHidden(actor)) return consent;
  return { ...consent, preSignedDocumentUrl: drawnAddress(deps, actor, { kind: 'PRE_SIGNED', consentID }).url };
}
