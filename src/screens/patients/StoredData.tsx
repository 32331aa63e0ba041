import type { Patient } from '#domain/patients/patient.ts';
import { paths } from '#src/paths.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from './patients.module.css';

/** Leads to the copies of all that is stored of a patient, for those who make them. */
export function StoredData({ patient }: { readonly patient: Pick<Patient, 'id' | 'recordID'> }) {
  const mayManage = useMay('privacy.manage');
  // A patient whom the server does not have yet has no number, and no record there.
  if (!mayManage || patient.recordID === null) return null;
  return (
    <Panel title="Asked for by the patient">
      <div className={styles.stack}>
        <p>All that is stored of this patient in one file, for whoever asks what is stored about them.</p>
        <div className={styles.buttons}>
          <ButtonLink variant="default" href={paths.storedData(patient.id).href}>
            Copy of all stored data
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
