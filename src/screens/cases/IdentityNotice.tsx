import type { ReactNode } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { identityCheckOf, isIdentityOpen, type FormIdentityState } from '#domain/patients/identity-check.ts';
import { identityStepWords } from '#domain/patients/identity-acceptance.ts';
import { identityCheckWords, identityInWords } from '#domain/patients/identity-check-words.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  /** the next step in words, while the difference is open, and the way to it */
  readonly step?: string;
  readonly action?: ReactNode;
};

const TONES = { DIFFERS: 'warn', SECOND: 'warn', OTHER: 'stop', ACCEPTED: 'ok' } as const satisfies Record<
  Exclude<FormIdentityState['state'], 'SAME'>,
  string
>;

/** Says that a signed form names its patient otherwise than the record does by now, with both side by side. */
export function IdentityNotice({ consent, patient, step = identityStepWords([], null), action }: Props) {
  const { shownPatient = null, identityChecks = [], status } = consent;
  if (shownPatient === null || status !== 'SIGNED') return null;
  const check = identityCheckOf(shownPatient, patient, identityChecks);
  if (check.state === 'SAME') return null;
  return (
    <Notice tone={TONES[check.state]} title={identityCheckWords(check)} live action={action}>
      On the form: <strong>{identityInWords(shownPatient)}</strong>. In the record: <strong>{identityInWords(patient)}</strong>.
      {isIdentityOpen(check) && ` ${step}`}
    </Notice>
  );
}
