import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdateProfile } from '#src/queries/profile.ts';
import { useStaffChoices } from '#src/queries/reference.ts';
import { ProfileFields } from '#src/screens/account/ProfileFields.tsx';
import { profileFieldOf, profileFormOf, readProfileForm, type ProfileForm } from '#src/screens/account/profile-form.ts';
import { changeUser, useSession } from '#src/session/session.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { useState, type FormEvent } from 'react';
import { FormEnd } from './FormEnd.tsx';
import { LaterLink } from './LaterLink.tsx';
import styles from './registration.module.css';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The third step: who one is, and at which organisation. */
export function UpdateProfile({ onDone }: { readonly onDone: () => void }) {
  const user = useSession()?.user;
  const { specialities } = useStaffChoices();
  const [typed, setTyped] = useState<Partial<ProfileForm>>({});
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const update = useUpdateProfile();
  if (user === undefined) return null;
  const form = { ...profileFormOf(user), ...typed };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const read = readProfileForm(form, specialities);
    setProblems(read.problems);
    if (read.draft === null) return;
    update.mutate(read.draft, {
      onSuccess: ({ message, user: changed }) => {
        noticeSuccess(message);
        changeUser(changed);
        onDone();
      },
      onError: (failure) =>
        setProblems(failureProblems(failure).map(({ path, message }) => ({ field: profileFieldOf(path), message }))),
    });
  };
  return (
    <RegistrationFrame
      step="Your details"
      title="Your details"
      lead="They stand on the forms that you sign, so that patients and colleagues know who you are."
      problems={problems}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <ProfileFields
          form={form}
          problems={problems.flatMap(({ field, message }) => {
            const known = profileFieldOf(field ?? '');
            return known === undefined ? [] : [{ field: known, message }];
          })}
          onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
        <FormEnd okLabel="Save and continue" isSending={update.isPending} aside={<LaterLink />} />
      </form>
    </RegistrationFrame>
  );
}
