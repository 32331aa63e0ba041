import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import type { User } from '#contract/shapes/user-shapes.ts';
import { ACCESS_REASON_LEAST, ACCESS_REASON_MOST, JOINING_REASON } from '#domain/audit/access-log.ts';
import { inkCount } from '#domain/values/ink.ts';
import type { StaffProfile } from '#domain/accounts/staff.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdateProfile } from '#src/queries/profile.ts';
import { profileFieldOf, profileFormOf, readProfileForm } from '#src/screens/account/profile-form.ts';
import { useProfileChoices } from '#src/screens/account/profile-choices.ts';
import { ProfileFields } from '#src/screens/account/ProfileFields.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import styles from './profile.module.css';

type UpdateProfileProps = { readonly user: User; readonly onUpdated: () => void };

/** The own profile as a form; a confirmation with the specification's words precedes the request. */
export function UpdateProfile({ user, onUpdated }: UpdateProfileProps) {
  const isDone = useRef(false);
  const [toConfirm, setToConfirm] = useState<StaffProfile | null>(null);
  /** why the speciality changes; null while the hospital has not asked */
  const [reason, setReason] = useState<string | null>(null);
  const choices = useProfileChoices(user);
  const form = useValidatedForm({
    initialValues: profileFormOf(user),
    validate: (values) => readProfileForm(values, choices.specialities).problems,
  });
  const update = useUpdateProfile();
  const send = (profile: StaffProfile) =>
    update.mutate(reason === null ? profile : { ...profile, reason }, {
      onSuccess: ({ message }) => {
        setToConfirm(null);
        noticeSuccess(message);
        isDone.current = true;
        onUpdated();
      },
      onError: (failure) => {
        const problems = failureProblems(failure);
        if (problems.some(({ path }) => path === 'reason')) {
          setReason(reason ?? '');
          return;
        }
        setToConfirm(null);
        form.setProblems(problems.map(({ path, message }) => ({ field: profileFieldOf(path), message })));
      },
    });
  return (
    <form
      className={styles.form}
      onSubmit={form.onSubmit((values) => setToConfirm(readProfileForm(values, choices.specialities).draft))}
      noValidate
    >
      <LeaveGuard hasUnsaved={() => !isDone.current && form.hasChanges()} />
      <NeedsServer />
      <ErrorSummary problems={form.problems} />
      <Panel title="Update Profile">
        <ProfileFields organisationFixed form={form} choices={choices} />
        <div className={styles.actions}>
          <Button type="submit">Update</Button>
        </div>
      </Panel>
      <ConfirmModal
        opened={toConfirm !== null}
        title="Update Profile"
        busy={update.isPending}
        okDisabled={reason !== null && inkCount(reason) < ACCESS_REASON_LEAST}
        onOk={() => {
          if (toConfirm !== null) send(toConfirm);
        }}
        onCancel={() => {
          setToConfirm(null);
          setReason(null);
        }}
      >
        <p>Are you sure you want to update your profile? After saving changes, you will need to login again.</p>
        {reason !== null && (
          <TextAreaField
            id="speciality-reason"
            label="Why do you change your speciality?"
            hint={`${JOINING_REASON}. Your name, the time and this reason are logged. Name nobody.`}
            value={reason}
            onChange={setReason}
            maxLength={ACCESS_REASON_MOST}
          />
        )}
      </ConfirmModal>
    </form>
  );
}
