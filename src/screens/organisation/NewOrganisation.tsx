import { faultsOf } from '#contract/engine/faults.ts';
import { organisation as calls } from '#contract/organisation.ts';
import { ORGANISATION_NAME_MOST } from '#domain/organisation/organisation.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { AUTHORISATION_CODE_LIFE } from '#domain/accounts/codes.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import * as v from 'valibot';
import styles from './organisation.module.css';

const PREFIX = 'new-';
const FIELDS = ['name', 'administratorEmail'] as const;

/** A new organisation and its first administrator. */
export function NewOrganisation({ onClose }: { readonly onClose: () => void }) {
  const form = useValidatedForm({
    initialValues: { name: '', administratorEmail: '' },
    validate: (values) =>
      faultsOf(v.safeParse(calls.organisationsCreate.input, values, { abortPipeEarly: true }).issues ?? []).map(
        ({ path, message }) => ({ field: `${PREFIX}${path}`, message }),
      ),
    idPrefix: PREFIX,
  });
  const create = useOrganisationWrite('organisationsCreate');
  const keyFor = useIdempotencyKey();
  const send = async () => {
    try {
      const { message } = await create.mutateAsync({ input: form.values, idempotencyKey: keyFor(form.values) });
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      form.setProblems(
        fieldProblems(failure, FIELDS).map(({ field, message }) => ({
          field: field === undefined ? undefined : `${PREFIX}${field}`,
          message,
        })),
      );
    }
  };
  const submit = form.onSubmit(() => void send());
  return (
    <ConfirmModal
      opened
      title="Add organisation"
      okLabel="Add organisation"
      busy={create.isPending}
      onOk={() => submit()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={form.problems} />
        <p>
          It gets the roles, templates and a library of drafts. Nothing in the library is offered before somebody there publishes
          it.
        </p>
        <TextField {...form.at('name')} label="Name" maxLength={ORGANISATION_NAME_MOST} />
        <TextField
          {...form.at('administratorEmail')}
          label="Email of its first administrator"
          type="email"
          autoCapitalize="none"
          hint={`A code goes there to register with. It works for ${durationWords(AUTHORISATION_CODE_LIFE)}; on the page to register another can be sent.`}
        />
      </div>
    </ConfirmModal>
  );
}
