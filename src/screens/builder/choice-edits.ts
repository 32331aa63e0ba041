import type { AdditionalChoice, Interpreter } from '#domain/consent.ts';
import { isSameValue } from '#domain/digest.ts';
import type { Draft } from './draft.ts';

/** Gives one additional choice an answer; null leaves it to the patient. */
export function changeChoice(draft: Draft, id: string, answer: AdditionalChoice['answer']): Draft {
  return { ...draft, additionalChoices: draft.additionalChoices.map((each) => (each.id === id ? { ...each, answer } : each)) };
}

const NOBODY: Interpreter = {
  name: '',
  emailAddress: null,
  phone: null,
  language: '',
  agencyId: null,
  mode: 'IN_PERSON',
  statement: '',
  relation: null,
  relationReason: '',
  signsHere: false,
};

/** Changes the interpreter's details; details that are all empty mean no interpreter. */
export function changeInterpreter(draft: Draft, change: Partial<Interpreter>): Draft {
  const interpreter = { ...NOBODY, ...draft.interpreter, ...change };
  const isNobody = isSameValue({ ...interpreter, mode: NOBODY.mode }, NOBODY);
  return { ...draft, interpreter: isNobody ? null : interpreter };
}
