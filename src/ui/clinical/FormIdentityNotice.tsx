import type { ReactNode } from 'react';
import {
  identityCheckOf,
  isIdentityOpen,
  type FormIdentityState,
  type IdentityAcceptance,
  type IdentityValues,
} from '#domain/patients/identity-check.ts';
import { identityStepWords } from '#domain/patients/identity-acceptance.ts';
import { identityCheckWords, identityInWords } from '#domain/patients/identity-check-words.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = {
  readonly form: IdentityValues;
  readonly record: IdentityValues;
  readonly acceptances: readonly IdentityAcceptance[];
  /** the next step in words, while the difference is open, and the way to it */
  readonly step?: string;
  readonly action?: ReactNode;
};

const TONES = { DIFFERS: 'warn', SECOND: 'warn', OTHER: 'stop', ACCEPTED: 'ok' } as const satisfies Record<
  Exclude<FormIdentityState['state'], 'SAME'>,
  string
>;

/** Says that a form names its patient otherwise than the record does by now, with both side by side; nothing where both name one person. */
export function FormIdentityNotice({ form, record, acceptances, step = identityStepWords([], null), action }: Props) {
  const check = identityCheckOf(form, record, acceptances);
  if (check.state === 'SAME') return null;
  return (
    <Notice tone={TONES[check.state]} title={identityCheckWords(check)} live action={action}>
      On the form: <strong>{identityInWords(form)}</strong>. In the record: <strong>{identityInWords(record)}</strong>.
      {isIdentityOpen(check) && ` ${step}`}
    </Notice>
  );
}
