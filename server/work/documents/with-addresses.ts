import type { Consent } from '#contract/shapes/record-shapes.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { isPrintedToSign } from '#domain/documents/paper-code.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Deps } from '#server/deps.ts';
import { mayReadHidden } from '#server/work/consents/hidden-version.ts';
import { drawnAddress } from './drawn-address.ts';

type Reading = { actor: StaffActor; deps: Deps };

/** A version that one person reads by itself, with the addresses of its unsigned forms; none where its content is hidden from them. */
export function withAddresses(consent: Consent, { actor, deps }: Reading): Consent {
  const { consentID } = consent;
  if (consent.status === 'VOIDED' && consent.voidKind === 'WRONG_PATIENT' && !mayReadHidden(actor)) return consent;
  if (isImported(consent)) return consent;
  return {
    ...consent,
    bitpaperPDFURL: paperAddress(consent, { actor, deps }),
    preSignedDocumentUrl: drawnAddress(deps, actor, { kind: 'PRE_SIGNED', consentID }).url,
  };
}

type Saved = { readonly bitpaperPDFURL: string | null; readonly data: Consent };

/**
 * The answer of a write, with the address of the printable form; without it where the answer is stored to be given again: an address is a
 * secret, and would have ended by then.
 */
export function withPaperAddress<S extends Saved>(saved: S, { key, ...reading }: Reading & { key: string | undefined }): S {
  if (key !== undefined) return saved;
  const bitpaperPDFURL = paperAddress(saved.data, reading);
  return { ...saved, bitpaperPDFURL, data: { ...saved.data, bitpaperPDFURL } };
}

/** The address of the form to sign with ink; null where it cannot be signed any more. */
function paperAddress({ consentID, status }: Pick<Consent, 'consentID' | 'status'>, { actor, deps }: Reading): string | null {
  return isPrintedToSign(status) ? drawnAddress(deps, actor, { kind: 'PAPER', consentID }).url : null;
}
