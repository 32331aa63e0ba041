import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import type { Href } from '#src/ui/href.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { FileDrop } from '#src/ui/FileDrop.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { Button } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { ImportProgress } from './ImportProgress.tsx';

type Props = {
  readonly title: string;
  /** What is imported: `Patients`. */
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
  readonly problems: readonly FieldProblem[];
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
  /** What is shown of the open file. */
  readonly children: ReactNode;
};

/** The page of an import: a file is chosen, read and compared, and nothing is written before the person presses Import. */
export function ImportScreen({ title, noun, back, hint, accept, fileName, children, ...reading }: Props) {
  const { hasWork, isReading, progress, problems, onFile, onClose } = reading;
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
        children
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
