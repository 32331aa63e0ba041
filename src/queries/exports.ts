import type { Input } from '#contract/calls.ts';
import type { ExportName } from '#contract/exports.ts';
import type { ExportFormat } from '#domain/exports/exports.ts';
import { apiFile } from '#src/session/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** The calls that answer a list as a file. */
type ExportCall = ExportName | 'auditExport' | 'auditAccessReport';
/** A list and its filters, as its call takes them. */
export type ExportRequest = { [N in ExportCall]: { readonly name: N; readonly filter: Omit<Input<N>, 'format'> } }[ExportCall];

/** Fetches a list as a file; the export is itself logged. */
export function useExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, filter, format }: ExportRequest & { readonly format: ExportFormat }) =>
      apiFile(name, { ...filter, format }),
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['security'] }),
  });
}
