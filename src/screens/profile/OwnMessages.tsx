import type { MessageWishes } from '#contract/messages/teams.ts';
import { KINDS_TO_SWITCH_OFF } from '#domain/notifications/message-wishes.ts';
import { useSession } from '#src/session/session.ts';
import { useMay } from '#src/session/permissions.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { messageWishesOptions, useMessageWishes } from '#src/queries/message-wishes.ts';
import { cliniciansOptions } from '#src/queries/operator.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { kindLabel, MESSAGE_FIELDS, wishesForm, wishesInput, wishesProblems } from './messages-form.ts';
import styles from './profile.module.css';

/** The kinds of news that come by mail, and who stands in while one is away. */
export function OwnMessages() {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...messageWishesOptions(), refetchOnMount: 'always' });
  if (data !== undefined && isFetchedAfterMount) return <MessagesForm first={data} />;
  return (
    <Panel title="Messages">
      {error === null ? <Skeleton lines={6} /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}
    </Panel>
  );
}

function MessagesForm({ first }: { readonly first: MessageWishes }) {
  const form = useValidatedForm({ initialValues: wishesForm(first), validate: wishesProblems });
  const write = useMessageWishes();
  const keyFor = useIdempotencyKey();
  const { off } = form.values;
  const submit = form.onSubmit((values) => {
    if (write.isPending) return;
    const input = wishesInput(values);
    write.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: ({ message }) => noticeSuccess(message),
        onError: (failure) =>
          form.setProblems(failureProblems(failure).map(({ path, message }) => ({ field: MESSAGE_FIELDS[path], message }))),
      },
    );
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NeedsServer />
      <ErrorSummary problems={form.problems} />
      <Panel title="Messages">
        <div className={styles.fields}>
          <p>
            What cannot wait always comes by mail: a consent that was taken back or not given, a locked link, wrong details. All
            that waits for you stands on Home, whatever you choose here.
          </p>
          {KINDS_TO_SWITCH_OFF.map((kind) => (
            <Checkbox
              key={kind}
              id={`messages-${kind}`}
              label={kindLabel(kind)}
              checked={!off.includes(kind)}
              onChange={(event) => {
                const others = off.filter((each) => each !== kind);
                form.change({ off: event.currentTarget.checked ? others : [...others, kind] });
              }}
            />
          ))}
        </div>
      </Panel>
      <CoverPanel form={form} />
      <div className={styles.actions}>
        <Button type="submit" loading={write.isPending}>
          Save messages
        </Button>
      </div>
    </form>
  );
}

type FormOfWishes = ReturnType<typeof useValidatedForm<ReturnType<typeof wishesForm>>>;

/** The person who stands in, from one day to another. */
function CoverPanel({ form }: { readonly form: FormOfWishes }) {
  const own = useSession()?.user._id;
  const mayRead = useMay('patients.read');
  const { data: people } = useQuery({ ...cliniciansOptions(), enabled: mayRead });
  if (!mayRead) return null;
  const options = (people ?? []).filter(({ _id }) => _id !== own);
  return (
    <Panel title="While you are away">
      <div className={styles.fields}>
        <p>Whoever stands in for you is told as well, on these days.</p>
        <SelectField
          {...form.at('cover')}
          label="Who stands in for you"
          optional
          placeholder="Nobody"
          options={options.map(({ _id, firstName, lastName }) => ({ value: _id, label: `${firstName} ${lastName}` }))}
        />
        {form.values.cover !== '' && (
          <>
            <PlainDateField {...form.at('from')} label="First day" />
            <PlainDateField {...form.at('to')} label="Last day" />
          </>
        )}
      </div>
    </Panel>
  );
}
