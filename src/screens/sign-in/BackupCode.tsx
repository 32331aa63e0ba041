import { durationWords, numberWord } from '#domain/base/duration-words.ts';
import { CODE_LENGTH, SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { PlainButton } from '#src/ui/PlainButton.tsx';
import { useState } from 'react';
import type { SignInCalls, SignInProps } from './sign-in-props.ts';

type BackupCodeProps = Pick<SignInProps, 'calls'> & { readonly email: string; readonly onMailed: () => void };
type Mail = Awaited<ReturnType<SignInCalls['mailBackupCode']>>;

/** The sign-in without the phone. */
export function BackupCode({ email, calls, onMailed }: BackupCodeProps) {
  const [mail, setMail] = useState<Mail | null>(null);
  const [isPending, setPending] = useState(false);
  const send = async () => {
    setMail(null);
    setPending(true);
    const { mailBackupCode } = await calls();
    const result = await mailBackupCode(email);
    setMail(result);
    setPending(false);
    if (result.isMailed) onMailed();
  };
  const isMailed = mail?.isMailed === true;
  return (
    <>
      {isMailed && (
        <Notice live tone="info" title={mail.message}>
          <p>
            The email has {numberWord(CODE_LENGTH)} digits. Enter them above. They work once, for{' '}
            {durationWords(SIGN_IN_CODE_LIFE)}.
          </p>
        </Notice>
      )}
      {mail?.isMailed === false && (
        <Notice live tone="stop">
          <p>{mail.message}</p>
        </Notice>
      )}
      <PlainButton variant="default" loading={isPending} onClick={() => void send()}>
        {isMailed ? 'Email me another backup code' : 'Email me a backup code'}
      </PlainButton>
    </>
  );
}
