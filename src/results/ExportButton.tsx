import type { ExportFormat } from '#domain/exports/exports.ts';
import { formatCount } from '#domain/base/format-count.ts';
import { EXPORT_LINES_MOST } from '#domain/base/limits.ts';
import { useExport, type ExportRequest } from '#src/queries/exports.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useSession } from '#src/session/session.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { exportedWords, type ExportedList } from './export-words.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { needsServerWords } from '#src/notices/needs-server-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';

type ExportButtonProps = {
  readonly request: ExportRequest;
  readonly list: ExportedList;
  /** A sentence about the parts that the file leaves out. */
  readonly note?: string;
  /** on the button, in place of `Export` */
  readonly label?: string;
};

const FORMATS = [
  { value: 'XLSX', label: 'Excel (XLSX)' },
  { value: 'CSV', label: 'CSV' },
] as const;

/** Exports a list as it is filtered now, after a dialog about the content of the file. */
export function ExportButton({ request, list, note, label = 'Export' }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="download" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ExportDialog request={request} list={list} note={note} onClose={() => setOpen(false)} />}
    </>
  );
}

type ExportDialogProps = Omit<ExportButtonProps, 'note' | 'label'> & {
  readonly note: string | undefined;
  readonly onClose: () => void;
};

function ExportDialog({ request, list, note, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('XLSX');
  const today = useToday();
  const { mutate, isPending, error } = useExport();
  const needs = needsServerWords(useServerStatus(), useSession()?.token !== null);
  const isTooLong = list.total !== null && !list.isCapped && list.total > EXPORT_LINES_MOST;
  const save = () =>
    mutate(
      { ...request, format },
      {
        // A file's name is visible to others: it contains nothing about a patient.
        onSuccess: (file) => {
          saveFile(file, `${list.file}-${today}.${format.toLowerCase()}`);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      title={`Export ${list.noun}`}
      okLabel="Export"
      busy={isPending}
      okDisabled={needs !== null || isTooLong}
      onOk={save}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <NeedsServer />
        <ErrorSummary problems={error === null ? [] : [{ message: failureWords(error) }]} />
        <p>{exportedWords(list)}</p>
        {isTooLong && <p>More than {formatCount(EXPORT_LINES_MOST)} lines are too many for one file. Please choose fewer.</p>}
        <FilterChips label="Kind of file" options={FORMATS} value={format} onChange={setFormat} />
        <p>
          {note !== undefined && `${note} `}Anyone who opens the file can read it: keep it only where patient records may be kept.
          The export is written into the security log.
        </p>
      </Stack>
    </ConfirmModal>
  );
}
