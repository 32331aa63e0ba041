import { PASSWORD_MOST } from '#domain/accounts/password.ts';
import { useState } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { SignerField, type SignerFieldProps } from '#src/sign/pieces/SignerField.tsx';
import { takeBackTexts } from './texts.ts';

type PasswordEntryProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly problems: readonly SignerCallProblem[];
};
type SecretEntryProps = PasswordEntryProps & Pick<SignerFieldProps, 'id' | 'hint' | 'most' | 'inputMode'>;

/** The password of a member of staff, which can be shown while it is typed. The tablet is in a patient’s hands: no store is asked for it. */
export function PasswordEntry(props: PasswordEntryProps) {
  return <SecretEntry {...props} id="password" most={PASSWORD_MOST} />;
}

/** A field whose content is hidden until it is asked for. */
export function SecretEntry({ label, ...field }: SecretEntryProps) {
  const { show, hide } = takeBackTexts;
  const [isShown, setShown] = useState(false);
  return (
    <div className="password">
      <SignerField {...field} type={isShown ? 'text' : 'password'} label={label} />
      <button type="button" className="change" onClick={() => setShown(!isShown)}>
        {isShown ? hide : show}
        <span className="unseen"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
