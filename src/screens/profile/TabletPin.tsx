import type { User } from '#contract/shapes/user-shapes.ts';
import { ENTER_PASSWORD } from '#domain/accounts/password.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { TABLET_PIN_LENGTH, TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { useRemoveTabletPin, useSetTabletPin } from '#src/queries/profile.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { AccountName, answersTo } from './own-password.tsx';
import styles from './profile.module.css';
import { EMPTY_PIN, tabletPinFieldOf, tabletPinProblems } from './tablet-pin-form.ts';

/** Sets the own tablet PIN with the password, or removes it. */
export function TabletPin({ user }: { readonly user: User }) {
  const form = useValidatedForm({ initialValues: EMPTY_PIN, validate: tabletPinProblems });
  const set = useSetTabletPin();
  const remove = useRemoveTabletPin();
  const { reset, setProblems } = form;
  const answers = answersTo({ reset, setProblems, passwordField: 'password', fieldOf: tabletPinFieldOf });
  const submit = form.onSubmit(({ password, tabletPin }) => {
    if (!set.isPending) set.mutate({ password, tabletPin }, answers);
  });
  const onRemove = () => {
    const { password } = form.values;
    if (password === '') return setProblems([{ field: 'password', message: ENTER_PASSWORD }]);
    remove.mutate({ password }, answers);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NeedsServer />
      <ErrorSummary problems={form.problems} />
      <Panel title="Tablet PIN">
        <div className={styles.fields}>
          <p>
            With {numberWord(TABLET_PIN_LENGTH)} digits you open your own lock, and take a tablet back from a patient, faster. The
            PIN does nothing else: you sign in with your password. After {numberWord(TABLET_PIN_TRIES)} wrong tries, or when a
            tablet was restarted without the network, your password is asked for.
          </p>
          <p>{user.hasTabletPin ? 'You have a tablet PIN.' : 'You have no tablet PIN.'}</p>
          <AccountName email={user.email} />
          <PasswordField {...form.at('password')} label="Password" autoComplete="current-password" />
          <PasswordField
            {...form.at('tabletPin')}
            label="New PIN"
            hint={`${capitalised(numberWord(TABLET_PIN_LENGTH))} digits`}
            autoComplete="off"
            isPin
          />
          <PasswordField {...form.at('confirmPin')} label="Confirm PIN" autoComplete="off" isPin />
        </div>
        <div className={styles.actions}>
          <Button type="submit" loading={set.isPending}>
            {user.hasTabletPin ? 'Change PIN' : 'Set PIN'}
          </Button>
          {user.hasTabletPin && (
            <Button variant="default" loading={remove.isPending} onClick={onRemove}>
              Remove PIN
            </Button>
          )}
        </div>
      </Panel>
    </form>
  );
}
