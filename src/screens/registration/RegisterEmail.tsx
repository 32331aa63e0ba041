import { hasInk } from '#domain/values/ink.ts';
import { nhsEmailRule, isNhsEmail } from '#domain/accounts/nhs-email.ts';
import { EmailAddress } from '#domain/values/text.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { configOptions } from '#src/queries/reference.ts';
import { useCreateUser } from '#src/queries/registration.ts';
import { usePageState } from '#src/session/page-state.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Link } from '#src/ui/Link.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { EmailField } from './EmailField.tsx';
import { FormEnd } from './FormEnd.tsx';
import { KEPT_EMAIL } from './kept-email.ts';
import styles from './registration.module.css';
import { RegistrationFrame } from './RegistrationFrame.tsx';
import { requestProblems } from './request-problems.ts';

/** The first step: an NHS email address and the requested role. */
export function RegisterEmail({ onDone }: { readonly onDone: () => void }) {
  const { data: config } = useQuery(configOptions());
  const [email, setEmail] = usePageState(KEPT_EMAIL, '');
  const [role, setRole] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const create = useCreateUser();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const host = config?.settings.nhsEmailOnly === true ? config.product.host : null;
    const found = [...emailProblems(email, host), ...(role === '' ? [{ field: 'role', message: 'Choose a role' }] : [])];
    setProblems(found);
    if (found.length > 0) return;
    create.mutate(
      { email, appRole: role },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onDone();
        },
        onError: (failure) => setProblems(requestProblems(failure, config?.product.name ?? 'Assent')),
      },
    );
  };
  const errorAt = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <RegistrationFrame
      step="Email"
      title="Ask for an account"
      lead="We will send a code to your work address. An administrator then approves your account."
      problems={problems}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailField hint="Your NHS address" autoComplete="email" value={email} onChange={setEmail} error={errorAt('email')} />
        <div className={styles.narrow}>
          <SelectField
            id="role"
            label="Role"
            hint="The role that you will work in. An administrator decides."
            placeholder="Choose a role"
            options={(config?.settings.wishedRoles ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            value={role}
            onChange={setRole}
            error={errorAt('role')}
          />
        </div>
        <FormEnd
          okLabel="Send me the code"
          isSending={create.isPending}
          aside={
            <>
              Do you have a code already? <Link href={paths.registerPassword.href}>Enter it</Link>
            </>
          }
        />
      </form>
    </RegistrationFrame>
  );
}

/** @param host - the NHS domain where only its addresses may register, else null */
function emailProblems(email: string, host: string | null): FieldProblem[] {
  const parsed = v.safeParse(EmailAddress, email, { abortPipeEarly: true });
  if (!hasInk(email)) return [{ field: 'email', message: 'Enter your email' }];
  if (!parsed.success) return [{ field: 'email', message: parsed.issues[0].message }];
  return host === null || isNhsEmail(parsed.output, host) ? [] : [{ field: 'email', message: nhsEmailRule('Email') }];
}
