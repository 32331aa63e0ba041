import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { paths } from '#src/paths.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import styles from './patients.module.css';
import { UndoMerge } from './UndoMerge.tsx';

/** The reason why no new consent can start for this patient, or that the record is inactive; nothing for an active one. */
export function StatusNotice({ patient }: { readonly patient: Patient }) {
  const { status, mergedInto } = patient;
  const mayUndo = useMay('organisation.manage');
  if (status === 'ACTIVE') return null;
  if (mayStartConsent(status))
    return (
      <Notice tone="info" title="This record is inactive">
        <p>It is kept, and a new consent can still be started.</p>
      </Notice>
    );
  if (status === 'DECEASED')
    return (
      <Notice tone="stop" title="Recorded as deceased">
        <p>No new consent can be started. If this is wrong, change the status.</p>
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title="Merged into another record"
      action={
        <div className={styles.buttons}>
          {mergedInto !== null && (
            <ButtonLink href={paths.patient(patient.survivorID ?? mergedInto).href} variant="default">
              Open the record in use
            </ButtonLink>
          )}
          {mayUndo && patient.version > 0 && <UndoMerge patient={patient} />}
        </div>
      }
    >
      <p>
        No new consent can be started here, and its consents stand on the record in use. If the merge is wrong, an administrator
        can undo it.
      </p>
    </Notice>
  );
}
