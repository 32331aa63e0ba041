import type { Subscription } from '#contract/shapes/user-shapes.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { endedToday } from './plan-form.ts';

type EndPlanProps = {
  readonly plan: Subscription;
  /** plain date */
  readonly today: string;
  readonly onClose: () => void;
};

/** Makes today the last day of a plan, after a question that says what this means. */
export function EndPlan({ plan, today, onClose }: EndPlanProps) {
  const update = useOrganisationWrite('subscriptionUpdate');
  const keyFor = useIdempotencyKey();
  const save = () => {
    const input = endedToday(plan, today);
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
      title={`End ${plan.name}?`}
      okLabel="End access plan"
      tone="stop"
      busy={update.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <ErrorSummary problems={update.isError ? [{ message: failureWords(update.error) }] : []} />
      <p>
        Today is its last day. From tomorrow nobody can be given it, and people who have no other plan can only read. You can give
        it another last day.
      </p>
    </ConfirmModal>
  );
}
