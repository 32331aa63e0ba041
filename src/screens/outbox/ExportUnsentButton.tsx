import type { OfflineSession } from '#src/offline/session.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useToday } from '#src/queries/use-today.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

type ExportButtonProps = {
  readonly offline: OfflineSession;
  /** One item; if absent, every unsent one. */
  readonly opId?: string;
  readonly onExported?: () => void;
};

/** Saves unsent items as a file, after explaining who can read it. */
export function ExportUnsentButton({ offline, opId, onExported }: ExportButtonProps) {
  const today = useToday();
  const [isAsking, setAsking] = useState(false);
  const saving = useMutation({
    mutationFn: () => offline.local.outbox.export(opId),
    networkMode: 'always',
    onSuccess: (file) => {
      // A file's name is visible to others: it contains nothing about a patient.
      saveFile(file, `not-sent-${today}.json`);
      setAsking(false);
      onExported?.();
    },
    onError: (failure) => noticeFailure(failureWords(failure)),
  });
  return (
    <>
      <Button variant="default" leftSection={<Icon name="download" />} onClick={() => setAsking(true)}>
        {opId === undefined ? 'Export everything' : 'Export'}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={opId === undefined ? 'Export everything that is not sent?' : 'Export this item?'}
        okLabel="Save the file"
        busy={saving.isPending}
        onOk={() => saving.mutate()}
        onCancel={() => setAsking(false)}
      >
        The file is saved in the downloads of this tablet. Anyone who opens it can read about the patient: keep it only where
        patient records may be kept. What waits here stays here.
      </ConfirmModal>
    </>
  );
}
