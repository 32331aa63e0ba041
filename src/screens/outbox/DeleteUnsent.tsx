import type { OfflineSession } from '#src/offline/session.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useUnsent } from '#src/queries/client/outbox.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsWords, whatWords, whoseWords } from './item-words.ts';
import styles from './outbox.module.css';

type DeleteUnsentProps = {
  readonly offline: OfflineSession;
  readonly items: readonly { readonly opId: string }[];
  readonly onDeleted: () => void;
  readonly onCancel: () => void;
};

/** Lists the unsent items, and deletes them only after the confirmation word is typed. */
export function DeleteUnsent({ offline, items, onDeleted, onCancel }: DeleteUnsentProps) {
  const [confirmation, setConfirmation] = useState('');
  const deletion = useMutation({
    mutationFn: (word: string) => offline.local.outbox.deleteAll(word),
    networkMode: 'always',
    onSuccess: (isDone) => isDone && onDeleted(),
  });
  return (
    <ConfirmModal
      opened
      title="Delete what is not sent?"
      okLabel={`Delete ${itemsWords(items.length)}`}
      tone="stop"
      busy={deletion.isPending}
      okDisabled={confirmation !== 'DELETE'}
      onOk={() => deletion.mutate(confirmation)}
      onCancel={onCancel}
    >
      <div className={styles.stack}>
        <p>This cannot be undone. Nobody else has what is listed here, and it will never be sent.</p>
        <Going offline={offline} items={items} />
        <TextField
          id="delete-word"
          label="Type DELETE to continue"
          value={confirmation}
          onChange={setConfirmation}
          error={deletion.isError ? failureWords(deletion.error) : undefined}
        />
      </div>
    </ConfirmModal>
  );
}

function Going({ offline, items }: Pick<DeleteUnsentProps, 'offline' | 'items'>) {
  const { data } = useUnsent(offline);
  if (data === undefined) return <Skeleton lines={items.length} />;
  return (
    <ul className={styles.list}>
      {data.map((item) => (
        <li key={item.opId}>
          <strong>{whoseWords(item.about.patient)}</strong>
          <br />
          {whatWords(item)}
        </li>
      ))}
    </ul>
  );
}
