import type { SignerCallProblem } from './api.ts';
import type { FormInput } from './form-input.ts';

/**
 * The inputs that each field of a problem is made of. Ink is not among them: a problem that went between two lines of a signature
 * would move the pad under the pen. It is struck through instead (form.css).
 */
const INPUTS: Readonly<Record<string, readonly (keyof FormInput)[]>> = {
  mattersToMe: ['matters'],
  asks: ['asks'],
  text: ['question', 'asks'],
  typedName: ['typedName'],
  'witness.name': ['witnessName'],
  'witness.role': ['witnessRole'],
  'witness.method': ['witnessBy'],
  'witness.adult': ['witnessAdult', 'witnessBy'],
  adult: ['witnessAdult'],
  'witness.strokes': ['witnessBy'],
  'witness.typedName': ['witnessTyped', 'witnessBy', 'witnessName'],
  comments: ['words', 'comments'],
  reason: ['words'],
};

/**
 * The problems whose fields have not changed between two inputs: a mended one is not shown until the next try. A problem of no
 * field stays until then. Returns the same list when all stay.
 */
export function withoutMended(
  problems: readonly SignerCallProblem[],
  before: FormInput,
  now: FormInput,
): readonly SignerCallProblem[] {
  const isMended = ({ field = '' }: SignerCallProblem) => INPUTS[field]?.some((name) => before[name] !== now[name]) ?? false;
  return problems.some(isMended) ? problems.filter((problem) => !isMended(problem)) : problems;
}

/** The problems of all other fields; the same list when the field has none. */
export function withoutField(problems: readonly SignerCallProblem[], changed: string): readonly SignerCallProblem[] {
  return problems.some(({ field }) => field === changed) ? problems.filter(({ field }) => field !== changed) : problems;
}
