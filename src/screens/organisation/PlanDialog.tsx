import type { Subscription } from '#contract/shapes/user-shapes.ts';
import { LIST_NAME_MOST } from '#domain/organisation/organisation.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { useStaffChoices } from '#src/queries/reference.ts';
import { CheckCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import styles from './organisation.module.css';
import { PLAN_FIELDS, planFormOf, planInput, planProblems, type PlanForm } from './plan-form.ts';

type PlanDialogProps = {
  /** `null` adds a new one. */
  readonly plan: Subscription | null;
  /** plain date */
  readonly today: string;
  readonly onClose: () => void;
};

/** An access plan as a form. */
export function PlanDialog({ plan, today, onClose }: PlanDialogProps) {
  const form = useValidatedForm<PlanForm>({
    initialValues: planFormOf(plan, today),
    validate: (values) => planProblems(values).map(withId),
    idPrefix: PREFIX,
  });
  const create = useOrganisationWrite('subscriptionCreate');
  const update = useOrganisationWrite('subscriptionUpdate');
  const keyFor = useIdempotencyKey();
  const { specialities } = useStaffChoices();
  const names = [...new Set([...specialities.map(({ name }) => name), ...(plan?.specialities ?? [])])];
  const send = async () => {
    const fields = planInput(form.values);
    const input = { _id: plan?._id ?? '', ...fields };
    try {
      const { message } = await (plan === null
        ? create.mutateAsync({ input: fields, idempotencyKey: keyFor(fields) })
        : update.mutateAsync({ input, idempotencyKey: keyFor(input) }));
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      form.setProblems(fieldProblems(failure, PLAN_FIELDS).map(withId));
    }
  };
  const submit = form.onSubmit(() => void send());
  return (
    <ConfirmModal
      opened
      title={plan === null ? 'Add access plan' : 'Change access plan'}
      okLabel={plan === null ? 'Add access plan' : 'Save access plan'}
      busy={create.isPending || update.isPending}
      onOk={() => submit()}
      onCancel={onClose}
    >
      <div className={`${styles.stack} ${styles.cards}`}>
        <ErrorSummary problems={form.problems} />
        <TextField {...form.at('name')} label="Name" maxLength={LIST_NAME_MOST} />
        <PlainDateField {...form.at('startDate')} label="First day" />
        <PlainDateField
          {...form.at('endDate')}
          label="Last day"
          optional
          hint="After it nobody can be given the plan, and people who have no other plan can only read"
        />
        <CheckCards
          {...form.at('specialities')}
          label="Specialities"
          optional
          hint="None chosen: for all"
          choices={names.map((name) => ({ value: name, label: name }))}
        />
      </div>
    </ConfirmModal>
  );
}

const PREFIX = 'plan-';

/** Each problem at the control that it belongs to. */
function withId({ field, message }: { readonly field?: string | undefined; readonly message: string }) {
  return { message, field: field === undefined ? undefined : `${PREFIX}${field.split('.')[0] ?? ''}` };
}
