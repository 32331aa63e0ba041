import type { Consent } from '#contract/shapes/record-shapes.ts';

/** A version without the addresses of its files: they are made anew at each read, and end ten minutes later. */
export function withoutAddresses(consent: Consent): Consent {
  return { ...consent, bitpaperPDFURL: null, preSignedDocumentUrl: null };
}

/** As {@link withoutAddresses}, for all versions of a case. */
export function caseWithoutAddresses<C extends { readonly consents: readonly Consent[] }>(details: C): C {
  return { ...details, consents: details.consents.map(withoutAddresses) };
}
