import type { TicketDetails } from '#contract/signing.ts';
import type { Visiting } from './use-visit.ts';

/** Props of each form page. */
export type SignerStepProps = {
  readonly visiting: Visiting;
  readonly details: TicketDetails;
  /** Current step and the way back, passed to `Page` unchanged. */
  readonly navigation: { readonly step: string; readonly onBack: (() => void) | undefined; readonly isBusy: boolean };
};
