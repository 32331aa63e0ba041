import { CallFailed } from '#contract/engine/call.ts';
import type { ConsentImportField } from '#domain/imports/import-consent.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useCommitConsents, useImportProgress, useReadConsents, type ConsentPreview } from '#src/queries/imports.ts';
import { useState } from 'react';
import type { ReadOptions } from '../ImportColumns.tsx';
import { shownWith } from '../import-store.ts';
import {
  consentLineOf,
  editsOf,
  isReady,
  isToLookAt,
  maybeDoubles,
  sameProcedure,
  withChecks,
  withDoubles,
  withEdit,
  type ConsentLine,
} from './consent-lines.ts';
import { consentStore, type OpenConsents } from './consent-store.ts';

export const GROUPS = { isToLookAt, isReady } as const;

/** Reads a file, the same one again with another mapping or sheet. */
export function useConsentReading() {
  const reading = useReadConsents();
  const [key, setKey] = useState<string | null>(null);
  const progress = useImportProgress(reading.isPending ? key : null);
  const read = (file: File, options: ReadOptions = {}) => {
    const next = crypto.randomUUID();
    setKey(next);
    reading.mutate(
      { file, ...options, key: next },
      { onSuccess: (preview) => consentStore.open(openedFrom(preview, file, options)) },
    );
  };
  return { read, isReading: reading.isPending, failure: reading.error, progress };
}

function openedFrom(
  { recordData, columns, file: source, before }: ConsentPreview,
  file: File,
  { sheet }: ReadOptions,
): OpenConsents {
  const lines = recordData.map(consentLineOf);
  return {
    file,
    sheet: sheet ?? source.sheets?.[0] ?? null,
    source: { columns, file: source, before },
    lines,
    ...shownWith(lines, lines.some(isToLookAt) ? 'LOOK' : 'ALL', GROUPS),
  };
}

/** The file, its sheet and its columns, as each call about it has them. */
function fileOf({ file, sheet, source: { columns } }: OpenConsents) {
  return {
    file,
    mapping: Object.fromEntries(columns.map(({ heading, field }) => [heading, field])),
    ...(sheet === null ? {} : { sheet }),
  };
}

/** Mends fields of a row. What is written is checked by the server, which knows patients and procedures. */
export function useMending() {
  const checking = useReadConsents();
  const check = (written: readonly number[], isAgain = false) => {
    const open = consentStore.current();
    if (open === null || written.length === 0) return;
    const rows = withDoubles(open.lines, written);
    const sent = new Map(open.lines.map((line) => [line.row, line.edits]));
    const apply = ({ recordData }: ConsentPreview) => {
      const read = new Map(recordData.map((each) => [each.row, each]));
      consentStore.change(({ lines }) => ({ lines: withChecks(lines, read, sent) }));
      // A row that was mended may be the consent of a later one.
      if (!isAgain) check(maybeDoubles(consentStore.current()?.lines ?? [], recordData), true);
    };
    // Several rows may be checked at once, and each answer counts. A failure stands at the head of the rows.
    const asked = { ...fileOf(open), rows, edits: editsOf(open.lines), key: crypto.randomUUID() };
    void checking.mutateAsync(asked).then(apply, () => undefined);
  };
  return {
    failure: checking.error,
    write: (row: number, field: ConsentImportField, text: string) =>
      consentStore.changeLine(row, (line) => withEdit(line, field, text)),
    /** Checks a row again, if anything of it was written. */
    checkRow: (row: number) => {
      if (consentStore.current()?.lines.find((line) => line.row === row)?.isUnchecked === true) check([row]);
    },
    choose: (line: ConsentLine, field: ConsentImportField, value: string) => {
      const others = field === 'procedure' ? sameProcedure(consentStore.current()?.lines ?? [], line) : [];
      const rows = [line.row, ...others.map(({ row }) => row)];
      for (const row of rows) consentStore.changeLine(row, (each) => withEdit(each, field, value));
      check(rows);
    },
  };
}

/** Imports the rows that are ready, all or none. */
export function useConsentSending() {
  const committing = useCommitConsents();
  const keyFor = useIdempotencyKey();
  const [key, setKey] = useState<string | null>(null);
  const progress = useImportProgress(committing.isPending ? key : null);
  const send = (open: OpenConsents, onDone: (created: number) => void) => {
    const ready = open.lines.filter(isReady);
    const { file, ...options } = fileOf(open);
    const input = { ...options, rows: ready.map(({ row }) => row), edits: editsOf(ready), digest: open.source.file.digest };
    const next = keyFor(input);
    setKey(next);
    committing.mutate(
      { file, ...input, key: next },
      {
        onSuccess: ({ recordData, created }) => {
          const made = new Map(recordData.map((each) => [each.row, each.recordID]));
          consentStore.change(({ lines }) => ({
            lines: lines.map((line) => ({ ...line, recordID: made.get(line.row) ?? line.recordID })),
          }));
          onDone(created);
        },
        onError: markFaulty,
      },
    );
  };
  return { send, isSending: committing.isPending, failure: committing.error, progress };
}

/** Rows that the server has refused bear its sentences. */
function markFaulty(failure: unknown): void {
  if (!(failure instanceof CallFailed)) return;
  const faults = failure.fields.flatMap(({ path, message }) => {
    const [list, row, field = ''] = path.split('.');
    return list === 'rows' && row !== undefined ? [{ row: Number(row), path: field, message }] : [];
  });
  consentStore.change(({ lines }) => ({
    lines: lines.map((line) => {
      const errors = faults.filter(({ row }) => row === line.row).map(({ path, message }) => ({ path, message }));
      return errors.length === 0 ? line : { ...line, errors, isUnchecked: false };
    }),
  }));
}
