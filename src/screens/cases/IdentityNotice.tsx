import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { FormIdentityNotice, type FormIdentityNoticeProps } from '#src/ui/clinical/FormIdentityNotice.tsx';

type Props = Pick<FormIdentityNoticeProps, 'step' | 'action'> & {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
};

/** Says that a signed form names its patient otherwise than the record does by now, with both side by side. */
export function IdentityNotice({ consent, patient, ...next }: Props) {
  const { shownPatient = null, identityChecks = [], status } = consent;
  if (shownPatient === null || status !== 'SIGNED') return null;
  return <FormIdentityNotice form={shownPatient} record={patient} acceptances={identityChecks} {...next} />;
}
