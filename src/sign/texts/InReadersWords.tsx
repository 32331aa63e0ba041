import { useContext, type ReactNode } from 'react';
import { Fetched } from '#src/sign/pieces/Fetched.tsx';
import { Reader } from './use-texts.ts';

// Apart from the form's pages: patients, who are most signers, do without.
const fetchRoleWords = () => import('#src/sign/pages/RolePages.tsx').then(({ RoleWords }) => RoleWords);

type InReadersWordsProps = { readonly children: ReactNode; readonly onBack?: (() => void) | undefined };

/** Pages of the form in the words of this visit's reader: those of another role than the patient's are loaded first. */
export function InReadersWords({ children, onBack }: InReadersWordsProps) {
  const role = useContext(Reader);
  if (role === null || role === 'PATIENT') return children;
  return <Fetched from={fetchRoleWords} props={{ children }} onBack={onBack} />;
}
