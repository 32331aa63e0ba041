import type { Credentials } from '#src/offline/unlock.ts';
import { useState } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import type { SignInProps } from './sign-in-props.ts';

/** Email and password, and after them the second factor where there is one (spec §4 Login). */
export function SignIn({ email = '', lead, aside, ...step }: SignInProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '' });
  const [codeMessage, setCodeMessage] = useState<string | null>(null);
  const shared = { ...credentials, ...step };
  if (codeMessage !== null)
    return (
      <CodeStep
        {...shared}
        message={codeMessage}
        onBack={() => {
          setCredentials({ ...credentials, password: '' });
          setCodeMessage(null);
        }}
      />
    );
  return <PasswordStep {...shared} lead={lead} aside={aside} onChange={setCredentials} onCodeRequired={setCodeMessage} />;
}
