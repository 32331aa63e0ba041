import type { TicketDetails } from '#contract/signing.ts';
import { Fetched } from '#src/sign/pieces/Fetched.tsx';
import { stepsOf, type SignerStep } from '#src/sign/steps.ts';
import type { Visiting } from '#src/sign/use-visit.ts';
import type { Aside } from '#src/sign/visit.ts';
import { isForAnother } from '#src/sign/texts/texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { Identity } from './Identity.tsx';
import type { SignerStepProps } from './step-props.ts';

type FormStepProps = {
  readonly visiting: Visiting;
  readonly details: TicketDetails;
  readonly at: SignerStep;
  readonly aside: Aside | null;
};

/** Loads the pages after "Is this you?" and the signature pad, while that page is read. */
export const fetchFormPages = () => import('./FormPages.tsx').then(({ FormPages }) => FormPages);

/** Loads the page at the end of a visit, which comes with the form's own. */
export const fetchOver = () => import('./FormPages.tsx').then(({ Over }) => Over);

/** Loads what a form needs that is read again: it comes with the form's pages. */
export const fetchRefreshing = () => import('./FormPages.tsx');

/** The form page of the visit's current step. */
export function FormStep({ visiting, details, at, aside }: FormStepProps) {
  const words = useTexts();
  const steps = stepsOf(details, visiting.visit.isVerified);
  const number = steps.indexOf(at) + 1;
  const onBack = number > 1 || aside !== null ? () => visiting.dispatch({ kind: 'back' }) : undefined;
  const place = { step: words.step(number, steps.length), onBack, isBusy: visiting.visit.isSending };
  const props: SignerStepProps = { visiting, details, place };
  // A child is asked as the patient is: it is their own name.
  if (at === 'identity' && !isForAnother(details.role)) return <Identity {...props} />;
  return <Fetched from={fetchFormPages} props={{ ...props, at, aside }} onBack={onBack} />;
}
