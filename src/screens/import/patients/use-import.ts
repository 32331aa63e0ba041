import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { useAddPatients, useImportProgress, useReadImport, type ImportPreview, type NewPatients } from '#src/queries/imports.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { serverNow } from '#src/device/clock.ts';
import { useState } from 'react';
import { isPatientReady, isPatientToCheck, lineOf, type ImportLine } from './import-lines.ts';
import type { ReadOptions } from '../ImportColumns.tsx';
import { shownWith } from '../import-store.ts';
import { changeImport, openImport, type OpenImport } from './import-store.ts';

/** Reads a file, the same one again with another mapping or sheet. */
export function useFileReading() {
  const reading = useReadImport();
  const [key, setKey] = useState<string | null>(null);
  const progress = useImportProgress(reading.isPending ? key : null);
  const read = (file: File, options: ReadOptions = {}) => {
    const next = crypto.randomUUID();
    setKey(next);
    reading.mutate({ file, ...options, key: next }, { onSuccess: (preview) => openImport(openedFrom(preview, file, options)) });
  };
  return { read, isReading: reading.isPending, failure: reading.error, progress };
}

function openedFrom({ data, columns, file: source, before }: ImportPreview, file: File, { sheet }: ReadOptions): OpenImport {
  const lines = data.map((row) => lineOf(row, uuidV7(serverNow(), crypto.getRandomValues(new Uint8Array(10)))));
  const filter = lines.some(isPatientToCheck) ? 'LOOK' : 'ALL';
  return {
    file,
    sheet: sheet ?? source.sheets?.[0] ?? null,
    source: { columns, file: source, before },
    lines,
    ...shownWith(lines, filter, { isToLookAt: isPatientToCheck, isReady: isPatientReady }),
  };
}

/** Sends the rows that are ready, all or none. */
export function useSendImport() {
  const adding = useAddPatients();
  const keyFor = useIdempotencyKey();
  const [key, setKey] = useState<string | null>(null);
  const progress = useImportProgress(adding.isPending ? key : null);
  const send = ({ lines, source }: OpenImport, onDone: () => void) => {
    const ready = lines.filter(isPatientReady);
    const input: NewPatients = {
      patients: ready.map(({ id, value }) => ({ ...value, id })),
      digest: source.file.digest,
      ...(source.file.kind === 'FHIR'
        ? {}
        : { mapping: Object.fromEntries(source.columns.map(({ heading, field }) => [heading, field])) }),
    };
    const next = keyFor(input);
    setKey(next);
    adding.mutate(
      { input, key: next },
      {
        onSuccess: ({ results }) => {
          const numbers = new Map(results.map(({ id, recordID }) => [id, recordID]));
          changeImport(({ lines: all }) => ({
            lines: all.map((line) => ({ ...line, recordID: numbers.get(line.id) ?? line.recordID })),
          }));
          onDone();
        },
        onError: (failure) => markFaulty(ready, failure),
      },
    );
  };
  return { send, isSending: adding.isPending, failure: adding.error, reset: adding.reset, progress };
}

/** Rows that the server has refused bear its sentences. */
function markFaulty(sent: readonly ImportLine[], failure: unknown): void {
  if (!(failure instanceof CallFailed)) return;
  const faults = failure.fields.flatMap(({ path, message }) => {
    const [, at = '', ...field] = path.split('.');
    const row = sent[Number(at)]?.row;
    return path.startsWith('patients.') && row !== undefined ? [{ row, path: field.join('.'), message }] : [];
  });
  changeImport(({ lines }) => ({
    lines: lines.map((line) => {
      const own = faults.filter(({ row }) => row === line.row).map(({ path, message }) => ({ path, message }));
      return own.length === 0 ? line : { ...line, errors: own, faulty: [...line.faulty, ...own.map(({ path }) => path)] };
    }),
  }));
}
