import { MINUTE } from '#domain/base/limits.ts';
import type { Output } from '#contract/calls.ts';
import type { ChosenRow, SheetFormat } from '#contract/theatre-sheet.ts';
import { api, apiFile } from '#src/session/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TheatreQuery } from './theatre.ts';
import { startPull } from '#src/queries/client/start-pull.ts';

export type SheetPreview = Output<'patientListedSheetImport'>;
export type { SheetRow } from '#contract/theatre-sheet.ts';

/** A pack of many forms is drawn while the person waits, ms [choice]. */
const SHEET_TIMEOUT = 2 * MINUTE;

/** Fetches the sheet of a list as a file. */
export function useSheetFile() {
  return useMutation({
    mutationFn: (query: TheatreQuery & { readonly format: SheetFormat }) =>
      apiFile('patientListedSheet', query, { limitMs: SHEET_TIMEOUT }),
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Reads a sheet that was filled in; nothing is written. */
export function useReadSheet() {
  return useMutation({
    mutationFn: (file: File) => {
      const input = { file, commit: 'false' as const };
      return api('patientListedSheetImport', input, { limitMs: SHEET_TIMEOUT });
    },
    networkMode: 'always',
    // Patients of a sheet leave the cache with the screen.
    gcTime: 0,
  });
}

type Writing = { readonly file: File; readonly digest: string; readonly rows: readonly ChosenRow[] };

/** Writes the chosen rows of a sheet, all or none. The same rows again write nothing: the call needs no key. */
export function useWriteSheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, digest, rows }: Writing) => {
      const input = { file, commit: 'true' as const, digest, rows: JSON.stringify(rows) };
      return api('patientListedSheetImport', input, { limitMs: SHEET_TIMEOUT });
    },
    networkMode: 'always',
    gcTime: 0,
    onSuccess: () => {
      void startPull();
      void client.invalidateQueries({ queryKey: ['records'] });
    },
  });
}
