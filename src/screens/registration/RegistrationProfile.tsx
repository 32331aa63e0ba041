import type { User } from '#contract/shapes/user-shapes.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdateProfile } from '#src/queries/profile.ts';
import { useProfileChoices } from '#src/screens/account/profile-choices.ts';
import { ProfileFields } from '#src/screens/account/ProfileFields.tsx';
import { profileFieldOf, profileFormOf, readProfileForm } from '#src/screens/account/profile-form.ts';
import { changeUser, useSession } from '#src/session/session.ts';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { FormEnd } from './FormEnd.tsx';
import { LaterLink } from './LaterLink.tsx';
import styles from './registration.module.css';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The third step: personal details and organisation. */
export function RegistrationProfile({ onDone }: { readonly onDone: () => void }) {
  const user = useSession()?.user;
  return user === undefined ? null : <ProfileStep user={user} onDone={onDone} />;
}

function ProfileStep({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const choices = useProfileChoices(user);
  const form = useValidatedForm({
    initialValues: profileFormOf(user),
    validate: (values) => readProfileForm(values, choices.specialities).problems,
  });
  const update = useUpdateProfile();
  const submit = form.onSubmit((values) => {
    const { draft } = readProfileForm(values, choices.specialities);
    if (draft === null || update.isPending) return;
    update.mutate(draft, {
      onSuccess: ({ message, user: changed }) => {
        noticeSuccess(message);
        changeUser(changed);
        onDone();
      },
      onError: (failure) =>
        form.setProblems(failureProblems(failure).map(({ path, message }) => ({ field: profileFieldOf(path), message }))),
    });
  });
  return (
    <RegistrationFrame
      step="Your details"
      title="Your details"
      lead="They are printed on the forms you sign, so that patients and colleagues know who you are."
      problems={form.problems}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <ProfileFields form={form} choices={choices} />
        <FormEnd okLabel="Save and continue" isSending={update.isPending} aside={<LaterLink />} />
      </form>
    </RegistrationFrame>
  );
}
