import { CallFailed } from '#contract/engine/call.ts';
import { FILE_QUESTIONS, type FileConfirmation, type FileQuestion } from '#domain/imports/file-questions.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import type { ImportFailure } from './import-state.ts';
import type { ReadOptions } from './row-type.ts';

const ACTS: Readonly<Record<FileQuestion['question'], { readonly title: string; readonly confirm: string }>> = {
  PART: { title: 'This file is not all', confirm: 'Import this page alone' },
  NAMES: { title: 'Letters may be wrong', confirm: 'Yes, they are right' },
};

type FileQuestionNoticeProps = {
  readonly question: FileQuestion;
  /** reads the file with the question answered by yes */
  readonly onConfirm: () => void;
};

/** The question of a file that is read only once somebody has answered it; another file may be chosen instead. */
export function FileQuestionNotice({ question: { question, message }, onConfirm }: FileQuestionNoticeProps) {
  const { title, confirm } = ACTS[question];
  return (
    <Notice
      live
      tone="warn"
      title={title}
      action={
        <Button variant="default" onClick={onConfirm}>
          {confirm}
        </Button>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}

/** The question for which a file was not read; null where it was refused for good. */
export function fileQuestionOf(failure: ImportFailure | null): FileQuestion | null {
  if (failure?.of !== 'READ' || !(failure.error instanceof CallFailed)) return null;
  const { data, fields } = failure.error;
  const name = typeof data === 'object' && data !== null && 'question' in data ? data.question : undefined;
  const question = FILE_QUESTIONS.find((each) => each === name);
  return question === undefined ? null : { question, message: fields[0]?.message ?? '' };
}

/** The options by which a file is read once more, with the answer. */
export function confirmedOptions(options: ReadOptions, question: FileConfirmation): ReadOptions {
  return { ...options, confirmed: [...(options.confirmed ?? []), question] };
}
