import type { Output } from '#contract/calls.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { CopyField } from '#src/ui/fields/CopyField.tsx';
import { errorAt } from '#src/ui/fields/field-checks.ts';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import styles from './account.module.css';
import { codeHint } from '#domain/accounts/codes.ts';
import { CodeField } from './CodeField.tsx';
import type { TwoFactorProof } from './use-two-factor-proof.ts';

/** Explains two-factor authentication and which app to install (spec §2). */
export function DownloadStep() {
  return (
    <div className={styles.prose}>
      <p>
        Two-factor authentication keeps patients’ data safe even if somebody learns your password. When you sign in, you also
        enter six digits from an app on your phone.
      </p>
      <p>
        Please install the <strong>Google Authenticator</strong> app on your phone, from the App Store or from Google Play. Any
        other authenticator app works too.
      </p>
    </div>
  );
}

/** The QR code, and the same secret as text for those who cannot scan. */
export function ScanStep({ secret }: { readonly secret: UseQueryResult<Output<'userOtpRequestqr'>> }) {
  if (secret.data === undefined) {
    return secret.isError ? (
      <QueryFailure failure={secret.error} onRetry={() => void secret.refetch()} />
    ) : (
      <Skeleton lines={5} />
    );
  }
  return (
    <div className={styles.scan}>
      <img className={styles.qr} src={secret.data.qr} alt="QR code for your authenticator app" />
      <div className={styles.prose}>
        <p>In the app, choose to add an account, and point the camera at this code.</p>
        <p>No camera? Choose to enter a setup key, and type or paste this one:</p>
        <CopyField label="Setup key" value={secret.data.secret} />
      </div>
    </div>
  );
}

type VerifyProps = { readonly proof: TwoFactorProof; readonly asksPassword: boolean };

/** The code that the app shows, and the password of an account that is in use. */
export function VerifyStep({ proof, asksPassword }: VerifyProps) {
  return (
    <>
      <CodeField
        id="code"
        label="Code"
        hint={codeHint('The six digits that the app shows now. They change every 30 seconds.', proof)}
        value={proof.code}
        onChange={proof.changeCode}
        error={errorAt(proof.problems, 'code')}
      />
      {asksPassword && (
        <PasswordField
          id="password"
          label="Password"
          hint="The password that you sign in with. Everywhere else you will be signed out."
          value={proof.password}
          onChange={proof.changePassword}
          autoComplete="current-password"
          error={errorAt(proof.problems, 'password')}
        />
      )}
    </>
  );
}
