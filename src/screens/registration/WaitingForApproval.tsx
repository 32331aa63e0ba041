import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The end of a registration: an administrator decides. */
export function WaitingForApproval() {
  return (
    <RegistrationFrame step="Approval" title="Waiting for approval">
      <p>Thank you, your registration is complete. An administrator of your organisation now looks at it.</p>
      <p>We will email you when it is decided. You cannot sign in until then.</p>
      <p>
        <ButtonLink href={paths.signIn.href} variant="default">
          Back to the sign-in
        </ButtonLink>
      </p>
    </RegistrationFrame>
  );
}
