import type { Input } from '#contract/calls.ts';
import type { ListEntry } from '#contract/organisation.ts';
import type { TeamMailbox } from '#domain/notifications/message-wishes.ts';
import { EMAIL_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useTeamMailboxes } from '#src/queries/message-wishes.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './organisation.module.css';

type Props = {
  readonly speciality: ListEntry;
  /** its mailbox; undefined without one */
  readonly before: TeamMailbox | undefined;
  readonly onClose: () => void;
};

/** Sets the mailbox of a speciality, changes it, or ends it. */
export function TeamDialog({ speciality, before, onClose }: Props) {
  const [name, setName] = useState(before?.name ?? speciality.name);
  const [email, setEmail] = useState(before?.email ?? '');
  const write = useTeamMailboxes();
  const keyFor = useIdempotencyKey();
  const save = (input: Input<'messagesTeamsUpdate'>) => {
    write.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  };
  const problems = write.isError
    ? failureProblems(write.error).map(({ path, message }) => ({ field: `team-${path?.split('.').at(-1) ?? 'name'}`, message }))
    : [];
  const errorAt = (field: string) => problems.find((each) => each.field === field)?.message;
  return (
    <ConfirmModal
      opened
      title={`Team mailbox, ${speciality.name}`}
      okLabel="Save mailbox"
      busy={write.isPending}
      onOk={() => save({ teams: [{ specialityID: speciality._id, name, email }] })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        <TextField
          id="team-name"
          label="Name of the team"
          value={name}
          error={errorAt('team-name')}
          maxLength={NAME_MOST}
          onChange={setName}
        />
        <TextField
          id="team-email"
          label="Email"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          value={email}
          error={errorAt('team-email')}
          maxLength={EMAIL_MOST}
          onChange={setEmail}
        />
        {before !== undefined && (
          <div>
            <Button variant="default" loading={write.isPending} onClick={() => save({ teams: [], ended: [speciality._id] })}>
              Remove this mailbox
            </Button>
          </div>
        )}
      </div>
    </ConfirmModal>
  );
}
