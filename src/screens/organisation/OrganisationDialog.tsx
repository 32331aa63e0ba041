import type { ListEntry } from '#contract/organisation.ts';
import { ORGANISATION_NAME_MOST } from '#domain/organisation/organisation.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useState } from 'react';
import styles from './organisation.module.css';

type OrganisationDialogProps = {
  readonly organisation: ListEntry;
  readonly act: 'name' | 'end';
  readonly onClose: () => void;
};

const FIELD = 'organisation-name';

/** Renames an organisation or ends it, with what that means. */
export function OrganisationDialog({ organisation, act, onClose }: OrganisationDialogProps) {
  const [name, setName] = useState(organisation.name);
  const update = useOrganisationWrite('organisationsUpdate');
  const keyFor = useIdempotencyKey();
  const isEnd = act === 'end';
  const problems = update.isError
    ? failureProblems(update.error).map(({ message }) => (isEnd ? { message } : { field: FIELD, message }))
    : [];
  const save = () => {
    const { _id } = organisation;
    const input = isEnd ? { _id, name: organisation.name, ended: true } : { _id, name };
    update.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmModal
      opened
      title={isEnd ? `End ${organisation.name}?` : 'Rename organisation'}
      okLabel={isEnd ? 'End organisation' : 'Save name'}
      tone={isEnd ? 'stop' : 'brand'}
      busy={update.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        {isEnd ? (
          <p>
            Everybody there is signed out, and nobody can sign in. It is offered to nobody who registers. Work that its tablets
            have not sent yet waits on them. Its records and documents are kept, and links that patients have still work. You can
            open it again.
          </p>
        ) : (
          <>
            <TextField
              id={FIELD}
              label="Name"
              value={name}
              error={problems[0]?.message}
              maxLength={ORGANISATION_NAME_MOST}
              onChange={setName}
            />
            <p>New forms get the new name. Forms that were sent keep theirs.</p>
          </>
        )}
      </div>
    </ConfirmModal>
  );
}
