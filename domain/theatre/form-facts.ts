import { isInterpreted, type Interpreting } from '#domain/consents/consent.ts';
import { settlementMissing } from '#domain/family/family-adult-rules.ts';
import { EMPTY_FAMILY, type Family } from '#domain/family/family.ts';
import { hasInk } from '#domain/values/ink.ts';

/** The part of a signed form from which its light is told what stands against it, beside its choices. */
export type FactsOnForm = Interpreting & Pick<Family, 'basis' | 'parents' | 'disagreement'>;

/** The facts of a signed form that keep its light from being green. */
export type FormFacts = {
  /** whether adults gave different answers and nobody recorded the outcome */
  readonly isDisputed: boolean;
  /** whether a child who does not decide alone said no */
  readonly hasChildRefused: boolean;
  /** whether an interpreter is needed and nobody is named */
  readonly lacksInterpreter: boolean;
};

/**
 * The facts of a signed form beside the patient's record as it is now. The theatre list, the listing of a case, Home, exports and a tablet
 * without a network ask this function: a light that knows less than another would be greener.
 */
export function formFactsOf(
  form: FactsOnForm,
  { interpreterNeeded, childSaidNo }: { readonly interpreterNeeded: boolean; readonly childSaidNo: boolean },
): FormFacts {
  return {
    isDisputed: doAdultsDisagree(form),
    hasChildRefused: childSaidNo,
    lacksInterpreter: lacksInterpreter(interpreterNeedOf(form), interpreterNeeded),
  };
}

/** The facts of a form that may be one of a build before, which had no family's part. */
export function factsOnForm({ basis, parents, disagreement, ...interpreting }: MaybeFamily & Interpreting): FactsOnForm {
  const { interpreter, interpreterNeeded, interpreterNoneReason } = interpreting;
  const family = { basis: basis ?? null, parents: parents ?? [], disagreement: disagreement ?? null };
  return { interpreter, interpreterNeeded, interpreterNoneReason, ...family };
}

type MaybeFamily = { readonly [K in 'basis' | 'parents' | 'disagreement']?: Family[K] | null | undefined };

/** Whether adults gave different answers and nobody recorded the outcome. */
export function doAdultsDisagree({ basis, parents, disagreement }: Pick<Family, 'basis' | 'parents' | 'disagreement'>): boolean {
  return settlementMissing({ ...EMPTY_FAMILY, basis, parents, disagreement }).length > 0;
}

/** Whether a form still needs the name of an interpreter; `IF_IN_RECORD`: only where the patient's record says that one is needed. */
export type InterpreterNeed = 'ALWAYS' | 'IF_IN_RECORD' | 'NEVER';

/** Whether the form names its interpreter. */
export function isInterpreterNamed({ interpreter }: Pick<Interpreting, 'interpreter'>): boolean {
  return interpreter !== null && hasInk(interpreter.name);
}

/** The need of a form as it is signed. A reason for going without answers the record alone. */
export function interpreterNeedOf(form: Interpreting): InterpreterNeed {
  if (isInterpreterNamed(form)) return 'NEVER';
  if (isInterpreted(form)) return 'ALWAYS';
  return hasInk(form.interpreterNoneReason) ? 'NEVER' : 'IF_IN_RECORD';
}

/** Whether nobody is named though somebody must be. @param isInRecord - whether the patient's record says that an interpreter is needed */
export function lacksInterpreter(need: InterpreterNeed, isInRecord: boolean): boolean {
  return need === 'ALWAYS' || (need === 'IF_IN_RECORD' && isInRecord);
}
