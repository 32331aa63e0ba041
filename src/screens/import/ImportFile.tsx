import { capitalised } from '#domain/base/capitalised.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { Import } from './import-machine.ts';
import type { ReactNode } from 'react';
import { ImportProgress, type Progress } from './ImportProgress.tsx';
import { NOTHING_WRITTEN } from './import-words.ts';
import type { ImportLine } from './lines.ts';

type ImportFileProps<F extends string, L extends ImportLine<F>> = {
  readonly of: Import<F, L>;
  readonly isReading: boolean;
  readonly progress: Progress;
  /** the problems of the last file */
  readonly problems: readonly FieldProblem[];
  /** the question of the last file, if it has one */
  readonly question: ReactNode;
};

/** The choice of a file, and its reading. */
export function ImportFile<F extends string, L extends ImportLine<F>>({
  of,
  isReading,
  progress,
  problems,
  question,
}: ImportFileProps<F, L>) {
  const { words, accept } = of.type;
  return (
    <Page narrow>
      <NeedsServer />
      <ErrorSummary problems={problems} />
      {question}
      {isReading ? (
        <Panel title="Reading the file">
          <ImportProgress progress={progress} words="Reading the file…" noun={capitalised(words.nouns[1])} />
        </Panel>
      ) : (
        <FileDrop
          id="import-file"
          label="Choose a file"
          hint={words.hint}
          accept={accept}
          onFiles={([file]) => file && void of.read(file)}
        />
      )}
      <Notice>{NOTHING_WRITTEN}</Notice>
    </Page>
  );
}
