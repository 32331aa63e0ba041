import type { User } from '#contract/user-shapes.ts';
import type { StaffProfile } from '#domain/staff.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdateProfile } from '#src/queries/profile.ts';
import { useStaffChoices } from '#src/queries/reference.ts';
import { profileFieldOf, profileFormOf, readProfileForm, type ProfileProblem } from '#src/screens/account/profile-form.ts';
import { ProfileFields } from '#src/screens/account/ProfileFields.tsx';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import styles from './profile.module.css';

type UpdateProfileProps = { readonly user: User; readonly onUpdated: () => void };

/** The own profile as a form; a question with the specification's words comes before it is sent. */
export function UpdateProfile({ user, onUpdated }: UpdateProfileProps) {
  const [start] = useState(() => profileFormOf(user));
  const [form, setForm] = useState(start);
  const isDone = useRef(false);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [asked, setAsked] = useState<StaffProfile | null>(null);
  const { specialities } = useStaffChoices();
  const update = useUpdateProfile();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { draft, problems: found } = readProfileForm(form, specialities);
    setProblems(found);
    setAsked(draft);
  };
  const send = (profile: StaffProfile) =>
    update.mutate(profile, {
      onSuccess: ({ message }) => {
        setAsked(null);
        noticeSuccess(message);
        isDone.current = true;
        onUpdated();
      },
      onError: (failure) => {
        setAsked(null);
        setProblems(failureProblems(failure).map(({ path, message }) => ({ field: profileFieldOf(path), message })));
      },
    });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LeaveGuard hasUnsaved={() => !isDone.current && form !== start} />
      <ErrorSummary problems={problems} />
      <Panel title="Update Profile">
        <ProfileFields
          organisationFixed
          form={form}
          problems={problems.filter((problem): problem is ProfileProblem => problem.field !== undefined)}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
        <div className={styles.actions}>
          <Button type="submit">Update</Button>
        </div>
      </Panel>
      <ConfirmModal
        opened={asked !== null}
        title="Update Profile"
        busy={update.isPending}
        onOk={() => {
          if (asked !== null) send(asked);
        }}
        onCancel={() => setAsked(null)}
      >
        <p>Are you sure you want to update your profile? After saving changes, you will need to login again.</p>
      </ConfirmModal>
    </form>
  );
}
