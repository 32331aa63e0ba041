import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';

/** Name and explanation of each place for signatures. */
export const SIGN_WORDS: Readonly<Record<SignatureBlockType, { readonly name: string; readonly about: string }>> = {
  'consent-patient': { name: 'Patient signs here', about: 'On Form 2 the adults who decide, and the child' },
  'consent-clinic': { name: 'Clinician signs here', about: 'On Form 4 also the second clinician and those who were asked' },
  'consent-interpreter': { name: 'Interpreter signs here', about: 'Left out where nobody interprets' },
};
