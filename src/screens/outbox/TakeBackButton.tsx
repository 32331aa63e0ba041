import type { Held } from '#src/held/held.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { takeBackItem } from '#src/queries/outbox-acts.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './outbox.module.css';

type TakeBackButtonProps = {
  readonly held: Held;
  readonly opId: string;
  /** What goes, in a sentence. */
  readonly loss: string;
  /** What has to be done first; nothing can be taken back until then. */
  readonly first?: string | undefined;
  readonly onDone: () => void;
};

/** Takes an item back, after saying what is lost. */
export function TakeBackButton({ held, opId, loss, first, onDone }: TakeBackButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const taking = useMutation({
    mutationFn: () => takeBackItem(held, opId),
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
