import { countLines } from './import-lines.ts';
import { closeImport, useOpenImport } from './import-store.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { paths } from '#src/paths.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FileDrop } from '#src/ui/FileDrop.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportPreviewed } from './ImportPreviewed.tsx';
import { useFileReading } from './use-import.ts';

const ACCEPT = '.csv,.tsv,.txt,.xlsx,.json,text/csv,application/json,application/fhir+json';
const HINT = 'CSV, Excel workbook (.xlsx) or FHIR R4 Bundle (.json), up to 10 MB and 5,000 patients';

/** Patients from a file: it is read and compared first, and nothing is written before the person presses Import. */
export function ImportPatients() {
  const open = useOpenImport();
  const { read, isReading, failure, progress } = useFileReading();
  const hasWork = open !== null && countLines(open.lines).ready > 0;
  useWarning(hasWork);
  const problems = failure === null || isReading ? [] : failureProblems(failure).map(({ message }) => ({ message }));
  return (
    <>
      <PageHeader
        title="Import patients"
        back={{ href: paths.patients.href, label: 'Patients' }}
        actions={
          open !== null && (
            <>
              <StateChip tag>{open.file.name}</StateChip>
              <Button variant="default" onClick={closeImport}>
                Another file
              </Button>
            </>
          )
        }
      />
      {open === null || isReading ? (
        <Page narrow>
          <NeedsServer />
          <ErrorSummary problems={problems} />
          {isReading ? (
            <Panel title="Reading the file">
              <ImportProgress progress={progress} words="Reading the file…" />
            </Panel>
          ) : (
            <FileDrop
              id="import-file"
              label="Choose a file"
              hint={HINT}
              accept={ACCEPT}
              onFiles={([file]) => file && read(file)}
            />
          )}
          <Notice>Nothing is written before you press Import.</Notice>
        </Page>
      ) : (
        <ImportPreviewed open={open} problems={problems} onRead={(options) => read(open.file, options)} />
      )}
    </>
  );
}

/** A reload forgets the file: it names patients, and no browser stores it. */
function useWarning(hasWork: boolean): void {
  useEffect(() => {
    if (!hasWork) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasWork]);
}
