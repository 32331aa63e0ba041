import type { User } from '#contract/shapes/user-shapes.ts';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useAcceptPolicy } from '#src/queries/registration.ts';
import { TermsText } from '#src/screens/account/TermsText.tsx';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { FormEnd } from './FormEnd.tsx';
import { LaterLink } from './LaterLink.tsx';
import styles from './registration.module.css';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The fifth step: the terms of use. */
export function AcceptTerms({ onDone }: { readonly onDone: (user: User) => void }) {
  const [isAccepted, setAccepted] = useState(false);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const accept = useAcceptPolicy();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (accept.isPending) return;
    if (!isAccepted) return setProblems([{ field: 'accept', message: 'Please read and accept the terms to continue' }]);
    setProblems([]);
    accept.mutate(POLICY_VERSION, {
      onSuccess: ({ user }) => onDone(user),
      onError: (failure) => setProblems([{ message: failureWords(failure) }]),
    });
  };
  return (
    <RegistrationFrame step="Terms" title="Terms of use" problems={problems}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TermsText />
        <Checkbox
          id="accept"
          label="I have read these terms and accept them"
          checked={isAccepted}
          error={problems.find(({ field }) => field === 'accept')?.message}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
        />
        <FormEnd okLabel="Accept and continue" isSending={accept.isPending} aside={<LaterLink />} />
      </form>
    </RegistrationFrame>
  );
}
