import type { TicketDetails } from '#contract/signing.ts';
import type { Visiting } from '../use-visit.ts';

/** What each page of the form is given. */
export type StepProps = {
  readonly visiting: Visiting;
  readonly details: TicketDetails;
  /** Where one is and how one goes back: handed on to `Page` as it is. */
  readonly place: { readonly step: string; readonly onBack: (() => void) | undefined; readonly isBusy: boolean };
};
