import '../style/form.css';
import type { Step } from '#src/sign/steps.ts';
import type { Aside } from '#src/sign/visit.ts';
import { Benefits } from './Benefits.tsx';
import { Check } from './Check.tsx';
import { Choices } from './Choices.tsx';
import { FormText } from './FormText.tsx';
import { Matters } from './Matters.tsx';
import { NotNowPage } from './NotNowPage.tsx';
import { OtherWays } from './OtherWays.tsx';
import { Plan } from './Plan.tsx';
import { Question } from './Question.tsx';
import { Risks } from './Risks.tsx';
import { Sign } from './Sign.tsx';
import type { StepProps } from './step-props.ts';

export type FormPagesProps = StepProps & { readonly at: Exclude<Step, 'identity'>; readonly aside: Aside | null };

const PAGES = {
  plan: Plan,
  benefits: Benefits,
  other: OtherWays,
  form: FormText,
  matters: Matters,
  choices: Choices,
  question: Question,
  check: Check,
  sign: Sign,
} as const;

/** The pages of the form from "What is planned" to the signature. */
export function FormPages({ at, aside, ...props }: FormPagesProps) {
  if (aside !== null) return <NotNowPage {...props} key={aside} aside={aside} />;
  if (isRisks(at)) return <Risks {...props} key={at} at={Number(at.slice('risks-'.length))} />;
  const Shown = PAGES[at];
  return <Shown {...props} key={at} />;
}

function isRisks(at: Step): at is `risks-${number}` {
  return at.startsWith('risks-');
}
