import { paths } from '#src/paths.ts';
import { ImportScreen } from '../ImportScreen.tsx';
import { countPatientLines } from './import-lines.ts';
import { closeImport, useOpenImport } from './import-store.ts';
import { ImportPreviewed } from './ImportPreviewed.tsx';
import { useFileReading } from './use-import.ts';

const ACCEPT = '.csv,.tsv,.txt,.xlsx,.json,text/csv,application/json,application/fhir+json';
const HINT = 'CSV, Excel workbook (.xlsx) or FHIR R4 Bundle (.json), up to 10 MB and 5,000 patients';

/** Patients from a file: it is read and compared first, and nothing is written before the person presses Import. */
export function ImportPatients() {
  const open = useOpenImport();
  const { read, isReading, failure, progress } = useFileReading();
  return (
    <ImportScreen
      title="Import patients"
      noun="Patients"
      back={{ href: paths.patients.href, label: 'Patients' }}
      hint={HINT}
      accept={ACCEPT}
      fileName={open?.file.name ?? null}
      hasWork={open !== null && countPatientLines(open.lines).ready > 0}
      isReading={isReading}
      progress={progress}
      failure={failure}
      onFile={(file) => read(file)}
      onClose={closeImport}
    >
      {(problems) =>
        open !== null && <ImportPreviewed open={open} problems={problems} onRead={(options) => read(open.file, options)} />
      }
    </ImportScreen>
  );
}
