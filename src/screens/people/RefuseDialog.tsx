import type { ManagedUser } from '#contract/people.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useAuthorise } from '#src/queries/people.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { personName } from './person-words.ts';

const WORDS = {
  REJECTED: {
    title: (name: string) => `Reject ${name}?`,
    text: 'They get no access, and an email tells them so. They can still be approved later.',
    ok: 'Reject',
  },
  SUSPENDED: {
    title: (name: string) => `Suspend ${name}?`,
    text: 'They are signed out everywhere at once and cannot sign in again until somebody reactivates them. An email tells them so. What they have written and signed stays.',
    ok: 'Suspend',
  },
} as const;

type RefuseDialogProps = {
  readonly person: ManagedUser;
  readonly status: keyof typeof WORDS;
  readonly onClose: () => void;
};

/** Asks before access is refused or revoked, and explains the consequences. */
export function RefuseDialog({ person, status, onClose }: RefuseDialogProps) {
  const authorise = useAuthorise();
  const { title, text, ok } = WORDS[status];
  const refuse = async () => {
    // A refusal is shown in the dialog.
    const answer = await authorise.mutateAsync({ email: person.email, status }).catch(() => null);
    if (answer === null) return;
    noticeSuccess(answer.message);
    onClose();
    setTimeout(focusHeading);
  };
  return (
    <ConfirmModal
      opened
      title={title(personName(person))}
      okLabel={ok}
      tone="stop"
      busy={authorise.isPending}
      onOk={() => void refuse()}
      onCancel={onClose}
    >
      <ErrorSummary problems={authorise.isError ? [{ message: failureWords(authorise.error) }] : []} />
      <p>{text}</p>
    </ConfirmModal>
  );
}
