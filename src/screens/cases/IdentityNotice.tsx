import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { identityCheckOf, type FormIdentityState, type IdentityValues } from '#domain/patients/identity-check.ts';
import { identityCheckWords } from '#domain/patients/identity-check-words.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = { readonly consent: Consent; readonly patient: RecordSummary['patient'] };

const TONES = { DIFFERS: 'warn', SECOND: 'warn', OTHER: 'stop', ACCEPTED: 'ok' } as const satisfies Record<
  Exclude<FormIdentityState['state'], 'SAME'>,
  string
>;

/** Says that a signed form names its patient otherwise than the record does by now, with both side by side. */
export function IdentityNotice({ consent: { shownPatient = null, identityChecks = [], status }, patient }: Props) {
  if (shownPatient === null || status !== 'SIGNED') return null;
  const check = identityCheckOf(shownPatient, patient, identityChecks);
  if (check.state === 'SAME') return null;
  return (
    <Notice tone={TONES[check.state]} title={identityCheckWords(check)} live>
      On the form: <strong>{valuesInWords(shownPatient)}</strong>. In the record: <strong>{valuesInWords(patient)}</strong>.
      {check.state !== 'ACCEPTED' && ' Check who this is before anything is done.'}
    </Notice>
  );
}

function valuesInWords(values: IdentityValues): string {
  const number = values.nhsNumber === null ? 'no NHS number' : `NHS ${spacedNhsNumber(values.nhsNumber)}`;
  return `${formalName(values)}, born ${longDate(values.dateOfBirth)}, ${number}`;
}
