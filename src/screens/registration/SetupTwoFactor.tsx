import { TwoFactorWizard } from '#src/screens/account/TwoFactorWizard.tsx';
import { LaterLink } from './LaterLink.tsx';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The fourth step: the second factor, without which nobody reaches a patient's data. */
export function SetupTwoFactor({ onDone }: { readonly onDone: () => void }) {
  return (
    <RegistrationFrame step="Two-factor" title="Set up two-factor authentication">
      <TwoFactorWizard within onDone={onDone} />
      <LaterLink />
    </RegistrationFrame>
  );
}
