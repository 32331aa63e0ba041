import type { TicketDetails } from '#contract/signing.ts';
import { Fetched } from '../pieces/Fetched.tsx';
import { stepsOf, type Step } from '../steps.ts';
import type { Visiting } from '../use-visit.ts';
import type { Aside } from '../visit.ts';
import { useWords } from '../words.ts';
import { Identity } from './Identity.tsx';
import type { StepProps } from './step-props.ts';

type FormStepProps = {
  readonly visiting: Visiting;
  readonly details: TicketDetails;
  readonly at: Step;
  readonly aside: Aside | null;
};

/** Everything after "Is this you?"; it is on its way while that is read, the signature pad with it. */
export const fetchFormPages = () => import('./FormPages.tsx').then(({ FormPages }) => FormPages);

/** The page of the form that the visit has come to. */
export function FormStep({ visiting, details, at, aside }: FormStepProps) {
  const words = useWords();
  const steps = stepsOf(details.consent);
  const number = steps.indexOf(at) + 1;
  const onBack = number > 1 ? () => visiting.dispatch({ kind: 'back' }) : undefined;
  const place = { step: words.step(number, steps.length), onBack, isBusy: visiting.visit.isSending };
  const props: StepProps = { visiting, details, place };
  if (at === 'identity') return <Identity {...props} />;
  return <Fetched from={fetchFormPages} props={{ ...props, at, aside }} onBack={onBack} />;
}
