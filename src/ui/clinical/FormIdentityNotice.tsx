import type { ReactNode } from 'react';
import { identityCheckOf, isIdentityOpen, type FormIdentityState } from '#domain/patients/identity-check.ts';
import { identityStepWords, type ComparedIdentity } from '#domain/patients/identity-acceptance.ts';
import { identityCheckWords, identityInWords } from '#domain/patients/identity-check-words.ts';
import { Notice } from '#src/ui/Notice.tsx';

export type FormIdentityNoticeProps = ComparedIdentity & {
  /** the next step in words, while the difference is open, and the way to it */
  readonly step?: string;
  readonly action?: ReactNode;
};

const TONES = { DIFFERS: 'warn', SECOND: 'warn', OTHER: 'stop', ACCEPTED: 'ok' } as const satisfies Record<
  Exclude<FormIdentityState['state'], 'SAME'>,
  string
>;

/** Says that a form names its patient otherwise than the record does by now, with both side by side; nothing where both name one person. */
export function FormIdentityNotice({
  form,
  record,
  acceptances,
  step = identityStepWords([], null),
  action,
}: FormIdentityNoticeProps) {
  const check = identityCheckOf(form, record, acceptances);
  if (check.state === 'SAME') return null;
  return (
    <Notice tone={TONES[check.state]} title={identityCheckWords(check)} live action={action}>
      On the form: <strong>{identityInWords(form)}</strong>. In the record: <strong>{identityInWords(record)}</strong>.
      {isIdentityOpen(check) && ` ${step}`}
    </Notice>
  );
}
