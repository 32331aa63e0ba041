import type { TakenBack } from './return-to-staff.ts';

export type TakeBackProps = {
  /** The case at which the staff screens open. */
  readonly recordID: string | undefined;
  /**
   * The clinician who handed the tablet over; null in a tab without a ticket, where a full sign-in is asked for, or offline their
   * password.
   */
  readonly clinicianName: string | null;
  /** The signer's page is lost, as after the browser was killed: the visit that is stored on this tablet may go on. */
  readonly mayResume?: boolean;
  readonly onBack?: (() => void) | undefined;
};

/** Props of the sign-in forms. `onOpened`: a password was accepted. */
export type TakeBackStepProps = Pick<TakeBackProps, 'onBack'> & { readonly onOpened: (opened: TakenBack) => Promise<void> };
