import type { OfflineSession } from '#src/offline/session.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './outbox.module.css';

type DiscardButtonProps = {
  readonly offline: OfflineSession;
  readonly opId: string;
  /** The loss, in a sentence. */
  readonly loss: string;
  /** A prerequisite; nothing can be discarded before it is done. */
  readonly first?: string | undefined;
  readonly onDone: () => void;
};

/** Discards an item, after naming the loss. */
export function DiscardButton({ offline, opId, loss, first, onDone }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const discarding = useMutation({
    mutationFn: () => offline.local.outbox.discard(opId),
    networkMode: 'always',
    onSuccess: onDone,
  });
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmModal
        opened={isAsking}
        title="Discard this?"
        okLabel="Discard"
        tone="stop"
        busy={discarding.isPending}
        okDisabled={first !== undefined}
        onOk={() => discarding.mutate()}
        onCancel={() => setAsking(false)}
      >
        <div className={styles.stack}>
          <p>{loss}</p>
          <p>{first ?? 'This cannot be undone.'}</p>
          {discarding.isError && <p role="alert">{failureWords(discarding.error)}</p>}
        </div>
      </ConfirmModal>
    </>
  );
}
