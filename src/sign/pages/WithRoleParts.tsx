import type { TicketDetails } from '#contract/signing.ts';
import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import { useContext, type ReactNode } from 'react';
import { ReaderRole } from '#src/sign/texts/use-texts.ts';
import { Fetched } from '#src/sign/pieces/Fetched.tsx';

// Apart from the form's pages: a patient's form of the first shape does without.
const fetchRoleParts = () => import('./RolePages.tsx').then(({ RoleParts }) => RoleParts);

type WithRolePartsProps = {
  readonly children: ReactNode;
  /** The form's record, where it is of a later shape than the first. */
  readonly shown?: TicketDetails['shown'];
  readonly onBack?: (() => void) | undefined;
};

/** Pages of the form for this visit's reader; what other forms than a patient's of the first shape need is loaded before the first of them. */
export function WithRoleParts({ children, shown, onBack }: WithRolePartsProps) {
  const role = useContext(ReaderRole);
  if (shown == null && (role === null || isPatientOnOwnForm(role))) return children;
  return <Fetched from={fetchRoleParts} props={{ children, shown }} onBack={onBack} />;
}
