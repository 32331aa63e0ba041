import { CallFailed } from '#contract/engine/call.ts';
import { counted } from '#domain/base/counted.ts';
import { failureProblems, failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure, noticeSuccess } from '#src/notices/notices.tsx';
import { useImportProgress } from '#src/queries/imports.ts';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { confirmedOptions, FileQuestionNotice, fileQuestionOf } from './FileQuestionNotice.tsx';
import { ImportFile } from './ImportFile.tsx';
import type { Import } from './import-machine.ts';
import type { ImportState } from './import-state.ts';
import { ImportRows } from './ImportRows.tsx';
import type { ImportLine } from './lines.ts';
import { SendBar } from './SendBar.tsx';

/** The page of an import: a file is chosen, read and compared, and nothing is written before the person presses Import. */
export function ImportWizard<F extends string, L extends ImportLine<F>>({ of }: { readonly of: Import<F, L> }) {
  const state = useStore(of.store);
  const progress = useImportProgress(state.key);
  const client = useQueryClient();
  const { words, refreshes } = of.type;
  const { step, open } = state;
  const { failure } = state;
  const question = fileQuestionOf(failure);
  const problems = question === null ? problemsOf(failure) : [];
  const questionNotice = question !== null && failure?.of === 'READ' && step !== 'READING' && (
    <FileQuestionNotice
      question={question}
      onConfirm={() => void of.read(failure.file, confirmedOptions(failure.options, question.question))}
    />
  );
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    void of.checkAll();
    return () => {
      isShown.current = false;
    };
  }, [of]);
  const send = async () => {
    const isWritten = await of.send();
    if (isWritten) for (const key of refreshes) void client.invalidateQueries({ queryKey: [key] });
    if (!isShown.current) noticeElsewhere(words.nouns, of.store.getState());
  };
  return (
    <>
      <PageHeader
        title={`Import ${words.nouns[1]}`}
        back={words.back}
        actions={
          open !== null && (
            <>
              <StateChip tag>{open.file.name}</StateChip>
              <Button variant="default" disabled={step === 'WRITING'} onClick={of.close}>
                Another file
              </Button>
            </>
          )
        }
      />
      {open === null || step === 'READING' ? (
        <ImportFile of={of} isReading={step === 'READING'} progress={progress} problems={problems} question={questionNotice} />
      ) : (
        <>
          {questionNotice}
          <ImportRows of={of} state={state} open={open} problems={problems} />
          <SendBar of={of} open={open} isWriting={step === 'WRITING'} progress={progress} onSend={() => void send()} />
        </>
      )}
    </>
  );
}

/** The problems of the last call, with the file or with its rows. */
function problemsOf(failure: ImportState<never>['failure']): FieldProblem[] {
  // The rows show a failed comparison themselves: a summary would take the focus from the field that the person types in.
  if (failure === null || failure.of === 'COMPARE') return [];
  const { of, error } = failure;
  if (of === 'READ') return failureProblems(error).map(({ message }) => ({ message }));
  const bad = error instanceof CallFailed ? badOf(error.data) : 0;
  const rows = bad > 0 ? ` ${counted(bad, 'row was', 'rows were')} refused, and nothing was written.` : '';
  return [{ message: `${failureWords(error)}${rows}` }];
}

/** The number of rows that were refused, as the data of a refusal has it. */
function badOf(data: unknown): number {
  return typeof data === 'object' && data !== null && 'bad' in data ? Number(data.bad) : 0;
}

/** Shows the result to a person who has gone to another screen; nothing once the session has ended. */
function noticeElsewhere(
  nouns: readonly [one: string, several: string],
  { outcome, failure }: Pick<ImportState<never>, 'outcome' | 'failure'>,
): void {
  if (outcome !== null) noticeSuccess(`${counted(outcome.created, ...nouns)} imported`);
  else if (failure?.of === 'WRITE')
    noticeFailure(`The ${nouns[1]} were not imported. The reason is where you import ${nouns[1]}.`);
}
