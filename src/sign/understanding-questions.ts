import type { TicketDetails } from '#contract/signing.ts';
import { UNDERSTANDING_TOPICS, type UnderstandingTopic, type UnderstandingQuestion } from '#domain/library/understanding.ts';
import * as v from 'valibot';
import type { SignerStep } from './steps.ts';

const Question = v.object({
  id: v.string(),
  question: v.string(),
  options: v.array(v.string()),
  right: v.number(),
  place: v.picklist(UNDERSTANDING_TOPICS),
});

const Procedures = v.array(v.object({ procedureID: v.string(), procedureName: v.string(), questions: v.array(v.unknown()) }));

/** A question on its form; `step`: the page that a wrong answer opens again. */
export type FormQuestion = UnderstandingQuestion & { readonly procedureName: string; readonly step: SignerStep };

/** The questions of a form; those that this build cannot read are left out. */
export function questionsOf({ extras, consent }: Pick<TicketDetails, 'extras' | 'consent'>): FormQuestion[] {
  const parsed = v.safeParse(Procedures, extras?.understanding);
  if (!parsed.success) return [];
  return parsed.output.flatMap(({ procedureID, procedureName, questions }) => {
    const at = Math.max(
      consent.procedures.findIndex((each) => each.procedureID === procedureID),
      0,
    );
    const readable = questions.filter((each) => v.is(Question, each));
    return readable.map((question) => ({ ...question, procedureName, step: stepOf(question.place, at) }));
  });
}

function stepOf(topic: UnderstandingTopic, procedure: number): SignerStep {
  const steps = { PLAN: 'plan', BENEFITS: 'benefits', RISKS: `risks-${procedure}`, OTHER: 'other' } as const;
  return steps[topic];
}
