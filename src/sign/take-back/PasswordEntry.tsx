import type { Problem } from '#src/sign/api.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';

type PasswordEntryProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (typed: string) => void;
  readonly problems: readonly Problem[];
};

/** The password of a member of staff. */
export function PasswordEntry({ label, value, onValue, problems }: PasswordEntryProps) {
  return (
    <SignerField
      id="password"
      type="password"
      label={label}
      value={value}
      onValue={onValue}
      problems={problems}
      most={128}
      autoComplete="current-password"
    />
  );
}
