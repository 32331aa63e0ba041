import { useState } from 'react';
import type { Problem } from '#src/sign/api.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { takeBackTexts } from './texts.ts';

type PasswordEntryProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (typed: string) => void;
  readonly problems: readonly Problem[];
};

/** The password of a member of staff, which can be shown while it is typed. */
export function PasswordEntry({ label, value, onValue, problems }: PasswordEntryProps) {
  const { show, hide } = takeBackTexts;
  const [isShown, setShown] = useState(false);
  return (
    <div className="password">
      <SignerField
        id="password"
        type={isShown ? 'text' : 'password'}
        label={label}
        value={value}
        onValue={onValue}
        problems={problems}
        most={128}
        autoComplete="current-password"
      />
      <button type="button" className="change" onClick={() => setShown(!isShown)}>
        {isShown ? hide : show}
        <span className="unseen"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
