import type { OfflineSession } from '#src/offline/session.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './outbox.module.css';

type TakeBackButtonProps = {
  readonly offline: OfflineSession;
  readonly opId: string;
  /** The loss, in a sentence. */
  readonly loss: string;
  /** A prerequisite; nothing can be taken back before it is done. */
  readonly first?: string | undefined;
  readonly onDone: () => void;
};

/** Takes an item back, after naming the loss. */
export function TakeBackButton({ offline, opId, loss, first, onDone }: TakeBackButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const taking = useMutation({
    mutationFn: () => offline.local.outbox.discard(opId),
    networkMode: 'always',
    onSuccess: onDone,
  });
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmModal
        opened={isAsking}
        title="Take this back?"
        okLabel="Take back"
        tone="stop"
        busy={taking.isPending}
        okDisabled={first !== undefined}
        onOk={() => taking.mutate()}
        onCancel={() => setAsking(false)}
      >
        <div className={styles.stack}>
          <p>{loss}</p>
          <p>{first ?? 'This cannot be undone.'}</p>
          {taking.isError && <p role="alert">{failureWords(taking.error)}</p>}
        </div>
      </ConfirmModal>
    </>
  );
}
