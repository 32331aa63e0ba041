import type { TicketDetails } from '#contract/signing.ts';
import { stepsOf, type SignerStep } from '#src/sign/steps.ts';
import type { Visiting } from '#src/sign/use-visit.ts';
import type { Aside } from '#src/sign/visit.ts';
import { isForAnother } from '#src/sign/texts/texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { FormPages } from './FormPages.tsx';
import { IdentityPage } from './IdentityPage.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

type FormStepProps = {
  readonly visiting: Visiting;
  readonly details: TicketDetails;
  readonly at: SignerStep;
  readonly aside: Aside | null;
};

/** The form page of the visit's current step. */
export function FormStep({ visiting, details, at, aside }: FormStepProps) {
  const words = useTexts();
  const steps = stepsOf(details, visiting.visit.isVerified);
  const number = steps.indexOf(at) + 1;
  const onBack = number > 1 || aside !== null ? () => visiting.dispatch({ kind: 'back' }) : undefined;
  const navigation = { step: words.step(number, steps.length), onBack, isBusy: visiting.visit.isSending };
  const props: SignerStepProps = { visiting, details, navigation };
  // A child is asked as the patient is: it is their own name.
  if (at === 'identity' && !isForAnother(details.role)) return <IdentityPage {...props} />;
  return <FormPages {...props} at={at} aside={aside} />;
}
