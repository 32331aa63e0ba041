import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { PATIENT_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { mergedFromWords } from '#src/ui/clinical/MergedFromLine.tsx';

type Props = {
  readonly record: RecordSummary;
  readonly status: CaseStatus;
  readonly timeZone: string;
  readonly mayWrite: boolean;
};

/** Says of a case from a merged record whose it was, what still holds, and how to go on; nothing for any other case. */
export function MergedNotice({ record: { mergedFrom, patient }, status, timeZone, mayWrite }: Props) {
  if (mergedFrom == null) return null;
  const patientStatus = PATIENT_STATUSES.find((each) => each === patient.status);
  const mayStart = mayWrite && patientStatus !== undefined && mayStartConsent(patientStatus);
  return (
    <Notice
      tone="stop"
      title={mergedFromWords(mergedFrom, timeZone)}
      action={
        mayStart && (
          <ButtonLink href={paths.newConsent(patient.id).href} variant="default">
            New consent on this record
          </ButtonLink>
        )
      }
    >
      <p>
        This consent was made for another record of the same person, born {longDate(mergedFrom.dateOfBirth)}.{' '}
        {status === 'SIGNED'
          ? 'It names the patient as that record did when it was signed. Check who this is before you act on it.'
          : wayOn(status)}{' '}
        If the merge is wrong, an administrator can undo it.
      </p>
    </Notice>
  );
}

function wayOn(status: CaseStatus): string {
  if (mayMove(status, 'sign'))
    return 'Nobody can sign it any more: take it back or record it in error, and start a new consent on this record.';
  if (mayMove(status, 'edit')) return 'The draft cannot be sent any more: start a new consent on this record.';
  return 'Nothing of it can be changed any more.';
}
