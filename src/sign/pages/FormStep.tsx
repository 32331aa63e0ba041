import type { TicketDetails } from '#contract/signing.ts';
import { stepsOf, type Step } from '../steps.ts';
import type { Visiting } from '../use-visit.ts';
import type { Aside } from '../visit.ts';
import { useWords } from '../words.ts';
import { Benefits } from './Benefits.tsx';
import { Check } from './Check.tsx';
import { Choices } from './Choices.tsx';
import { FormText } from './FormText.tsx';
import { Identity } from './Identity.tsx';
import { Matters } from './Matters.tsx';
import { NotNowPage } from './NotNowPage.tsx';
import { OtherWays } from './OtherWays.tsx';
import { Plan } from './Plan.tsx';
import { Question } from './Question.tsx';
import { Risks } from './Risks.tsx';
import { Sign } from './Sign.tsx';
import type { StepProps } from './step-props.ts';

type FormStepProps = {
  readonly visiting: Visiting;
  readonly details: TicketDetails;
  readonly at: Step;
  readonly aside: Aside | null;
};

const PAGES = {
  identity: Identity,
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

/** The page of the form that the visit has come to. */
export function FormStep({ visiting, details, at, aside }: FormStepProps) {
  const words = useWords();
  const steps = stepsOf(details.consent);
  const number = steps.indexOf(at) + 1;
  const onBack = number > 1 ? () => visiting.dispatch({ kind: 'back' }) : undefined;
  const props: StepProps = { visiting, details, place: { step: words.step(number, steps.length), onBack } };
  if (aside !== null) return <NotNowPage {...props} key={aside} aside={aside} />;
  if (isRisks(at)) return <Risks {...props} key={at} at={Number(at.slice('risks-'.length))} />;
  const Shown = PAGES[at];
  return <Shown {...props} key={at} />;
}

function isRisks(at: Step): at is `risks-${number}` {
  return at.startsWith('risks-');
}
