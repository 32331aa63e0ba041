import type { ListEntry } from '#contract/organisation.ts';
import { LIST_NAME_MOST } from '#domain/organisation/organisation.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useState } from 'react';
import { ENTRY_WORDS, type EntryKind } from './entry-words.ts';
import styles from './organisation.module.css';

type EntryDialogProps = {
  readonly kind: EntryKind;
  /** `null` adds a new one. */
  readonly entry: ListEntry | null;
  readonly act: 'name' | 'end';
  readonly onClose: () => void;
};

/** Names a new entry, renames one or ends it, with what that means. */
export function EntryDialog({ kind, entry, act, onClose }: EntryDialogProps) {
  const [name, setName] = useState(entry?.name ?? '');
  const create = useOrganisationWrite(`${kind}Create`);
  const update = useOrganisationWrite(`${kind}Update`);
  const keyFor = useIdempotencyKey();
  const { isError, error } = entry === null ? create : update;
  const field = `${kind}-name`;
  const problems = isError ? failureProblems(error).map(({ message }) => (act === 'end' ? { message } : { field, message })) : [];
  const words = ENTRY_WORDS[kind];
  const title = entry === null ? words.add : act === 'name' ? words.rename : `End ${entry.name}?`;
  const label = entry === null ? words.add : act === 'name' ? 'Save name' : words.end;
  const save = () => {
    const onSuccess = ({ message }: { message: string }) => {
      noticeSuccess(message);
      onClose();
    };
    if (entry === null) return create.mutate({ input: { name }, idempotencyKey: keyFor({ name }) }, { onSuccess });
    const input = act === 'name' ? { _id: entry._id, name } : { _id: entry._id, name: entry.name, ended: true };
    update.mutate({ input, idempotencyKey: keyFor(input) }, { onSuccess });
  };
  return (
    <ConfirmModal
      opened
      title={title}
      okLabel={label}
      tone={act === 'end' ? 'stop' : 'brand'}
      busy={create.isPending || update.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        {act === 'end' ? (
          <p>{words.ending}</p>
        ) : (
          <>
            <TextField
              id={field}
              label="Name"
              value={name}
              error={problems[0]?.message}
              maxLength={LIST_NAME_MOST}
              onChange={setName}
            />
            {entry !== null && <p>{words.renaming}</p>}
          </>
        )}
      </div>
    </ConfirmModal>
  );
}
