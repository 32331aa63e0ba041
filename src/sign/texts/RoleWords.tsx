import { useContext, type ReactNode } from 'react';
import { formTextsFor } from './form-texts-by-role.ts';
import { FormWords } from './use-form-texts.ts';
import { Reader } from './use-texts.ts';

/** Pages of the form in the words of a signer who is not the patient. */
export function RoleWords({ children }: { readonly children: ReactNode }) {
  return <FormWords value={formTextsFor(useContext(Reader))}>{children}</FormWords>;
}
