import { PATIENT_IMPORT } from '#domain/imports/import-patient.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useState } from 'react';
import type { ReadOptions } from '../ImportColumns.tsx';
import { ImportRows } from '../ImportRows.tsx';
import { ImportFooter } from './ImportFooter.tsx';
import { ImportResult, type ImportOutcome } from './ImportResult.tsx';
import { ImportRow } from './ImportRow.tsx';
import { isPatientReady, isPatientToCheck } from './import-lines.ts';
import { changeImport, type OpenImport } from './import-store.ts';

type Props = {
  readonly open: OpenImport;
  /** why the file was not read again */
  readonly problems: readonly FieldProblem[];
  readonly onRead: (options: ReadOptions) => void;
};

/** A file that was read: its columns, its rows, and what becomes of them. */
export function ImportPreviewed({ open, problems, onRead }: Props) {
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  return (
    <>
      <ImportRows
        open={open}
        fields={PATIENT_IMPORT}
        nouns={['patient', 'patients']}
        groups={{ isToLookAt: isPatientToCheck, isReady: isPatientReady }}
        isMended={open.lines.some(({ faulty, errors }) => faulty.length > 0 && errors.length === 0)}
        problems={problems}
        outcome={outcome !== null && <ImportResult outcome={outcome} />}
        renderRow={(line) => <ImportRow key={line.id} line={line} />}
        onRead={onRead}
        onChange={(change) => changeImport(() => change)}
      />
      <ImportFooter open={open} onDone={setOutcome} />
    </>
  );
}
