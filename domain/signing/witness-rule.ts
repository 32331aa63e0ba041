import { isSameName } from '#domain/values/same-identity.ts';
import { isPinnedBefore } from '#domain/forms/new-rules.ts';

/** Those who may not witness how a form was answered, by name. */
type Parties = {
  readonly clinicians: readonly string[];
  readonly interpreters: readonly string[];
  /** the patient and all signers: nobody witnesses for themselves or for another signer */
  readonly signers: readonly string[];
};

/** The reason why somebody of this name may not be the witness [choice]; undefined where they may. Server and page share this function. */
export function unfitWitness(
  name: string,
  { clinicians, interpreters, signers }: Parties,
): 'clinician' | 'interpreter' | 'signer' | undefined {
  const isOneOf = (names: readonly string[]) => names.some((other) => isSameName(name, other));
  if (isOneOf(clinicians)) return 'clinician';
  if (isOneOf(interpreters)) return 'interpreter';
  return isOneOf(signers) ? 'signer' : undefined;
}

/**
 * Whether the words about a witness suffice on a form, and names are not compared: only on one of the first shape from before the rule.
 * By the pin's own date: a new form of the same shape is held to it.
 */
export function isWitnessExcused(form: {
  readonly isFirstShape: boolean;
  readonly pinnedAt: string | null;
  readonly since: string | null;
}): boolean {
  return form.isFirstShape && isPinnedBefore(form.pinnedAt, form.since);
}
