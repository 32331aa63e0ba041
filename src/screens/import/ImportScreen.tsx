import { failureProblems } from '#src/notices/failure-words.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import type { Href } from '#src/ui/href.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { ImportProgress } from './ImportProgress.tsx';

type Props = {
  readonly title: string;
  /** The imported things, capitalised: `Patients`. */
  readonly noun: string;
  readonly back: { readonly href: Href; readonly label: string };
  /** The kinds and sizes of files that are read. */
  readonly hint: string;
  readonly accept: string;
  /** Name of the file that is open; null before one was read. */
  readonly fileName: string | null;
  /** Whether leaving the tab loses work. */
  readonly hasWork: boolean;
  readonly isReading: boolean;
  readonly progress: Parameters<typeof ImportProgress>[0]['progress'];
  /** The error of the last file; null while one is read, and after one was read. */
  readonly failure: Error | null;
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
  /** Content for the open file, beside the sentences of a failed reading. */
  readonly children: (problems: readonly FieldProblem[]) => ReactNode;
};

/** The page of an import: a file is chosen, read and compared, and nothing is written before the person presses Import. */
export function ImportScreen({ title, noun, back, hint, accept, fileName, children, ...reading }: Props) {
  const { hasWork, isReading, progress, failure, onFile, onClose } = reading;
  const problems = failure === null || isReading ? [] : failureProblems(failure).map(({ message }) => ({ message }));
  useWarning(hasWork);
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        actions={
          fileName !== null && (
            <>
              <StateChip tag>{fileName}</StateChip>
              <Button variant="default" onClick={onClose}>
                Another file
              </Button>
            </>
          )
        }
      />
      {fileName === null || isReading ? (
        <Page narrow>
          <NeedsServer />
          <ErrorSummary problems={problems} />
          {isReading ? (
            <Panel title="Reading the file">
              <ImportProgress progress={progress} words="Reading the file…" noun={noun} />
            </Panel>
          ) : (
            <FileDrop
              id="import-file"
              label="Choose a file"
              hint={hint}
              accept={accept}
              onFiles={([file]) => file && onFile(file)}
            />
          )}
          <Notice>Nothing is written before you press Import.</Notice>
        </Page>
      ) : (
        children(problems)
      )}
    </>
  );
}

/** Warns before a reload, which drops the file: it names patients, so that the browser does not store it. */
function useWarning(hasWork: boolean): void {
  useEffect(() => {
    if (!hasWork) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasWork]);
}
