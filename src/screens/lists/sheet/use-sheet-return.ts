import { failureProblems } from '#src/notices/failure-words.ts';
import { useReadSheet, useWriteSheet, type SheetPreview } from '#src/queries/theatre-sheet.ts';
import { useState } from 'react';
import { chosenRows, type ClashAnswer, type ClashAnswers } from './sheet-lines.ts';

type OpenSheet = { readonly file: File; readonly preview: SheetPreview };

/** The steps of a returned sheet: it is read, its clashes are answered, and the chosen rows are saved. */
export function useSheetReturn() {
  const [open, setOpen] = useState<OpenSheet | null>(null);
  const [answers, setAnswers] = useState<ClashAnswers>(new Map());
  const [saved, setSaved] = useState<number | null>(null);
  const reading = useReadSheet();
  const writing = useWriteSheet();
  const rows = open?.preview.data ?? [];
  const chosen = chosenRows(rows, answers);
  const failure = reading.isPending || writing.isPending ? null : (reading.error ?? writing.error);
  return {
    /** the file that was read; null before */
    file: open?.file ?? null,
    rows,
    chosen,
    answers,
    /** rows that the last save wrote; null before it */
    saved,
    problems: failure === null ? [] : failureProblems(failure).map(({ message }) => ({ message })),
    isReading: reading.isPending,
    isWriting: writing.isPending,
    read: (file: File) => {
      setSaved(null);
      writing.reset();
      reading.mutate(file, {
        onSuccess: (preview) => {
          setOpen({ file, preview });
          setAnswers(new Map());
        },
      });
    },
    close: () => setOpen(null),
    answer: (row: number, answer: ClashAnswer) => setAnswers(new Map([...answers, [row, answer]])),
    save: () => {
      if (open === null) return;
      const { file, preview } = open;
      writing.mutate(
        { file, digest: preview.file.digest, rows: chosen },
        {
          onSuccess: ({ written }) => {
            setSaved(written);
            // The file is read again: saved rows now show as already there, the others stay to be answered.
            reading.mutate(file, { onSuccess: (next) => setOpen({ file, preview: next }) });
          },
        },
      );
    },
  };
}
