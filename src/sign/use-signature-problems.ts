import { useRef } from 'react';
import type { TicketDetails } from '#contract/signing.ts';
import { nameQuestion, signProblems } from './signature-body.ts';
import { useFormTexts } from './texts/use-form-texts.ts';

/** The problems of what was entered; without any, the question about an unlike name of signer or witness, once for each name. */
export function useSignatureProblems(details: TicketDetails) {
  const { sign } = useFormTexts();
  const shownQuestion = useRef<string>(undefined);
  return (entered: Parameters<typeof signProblems>[0]) => {
    const wrong = signProblems(entered, sign, details);
    if (wrong.length > 0) return wrong;
    const questions = nameQuestion(entered, sign, { details, shownQuestion: shownQuestion.current });
    shownQuestion.current = questions[0]?.message ?? shownQuestion.current;
    return questions;
  };
}
