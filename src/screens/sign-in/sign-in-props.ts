import type { ReactNode } from 'react';
import type { User } from '#contract/shapes/user-shapes.ts';
import type { CallProblem } from '#src/notices/failure-words.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import type { LeaveScreens } from '#src/auth/auth.ts';

/** Result of one step. `codeRequired`: the password is correct and a second factor is needed, with the server's sentence. */
export type SignInResult =
  | { readonly kind: 'signedIn'; readonly user: User }
  | { readonly kind: 'codeRequired'; readonly message: string }
  | {
      readonly kind: 'refused';
      readonly problems: readonly CallProblem[];
      /** whether the server took the code for a wrong one: no other reason counts as a try */
      readonly isWrongCode?: boolean;
    };

/** The calls of the sign-in. They never fail: each outcome has its words. */
export type SignInCalls = {
  readonly signIn: (credentials: Credentials, leaveScreens?: LeaveScreens) => Promise<SignInResult>;
  readonly verifyCode: (input: Credentials & { readonly code: string }, leaveScreens?: LeaveScreens) => Promise<SignInResult>;
  /** Requests a backup code by mail, inside a half-finished sign-in. */
  readonly mailBackupCode: (email: string) => Promise<{ readonly isMailed: boolean; readonly message: string }>;
};

/** Props of the sign-in, which its two steps share. */
export type SignInProps = {
  /** The field's initial value. */
  readonly email?: string | undefined;
  /** Below the heading: the reason for this screen. */
  readonly lead?: ReactNode;
  /** Below the button: other links. */
  readonly aside?: ReactNode;
  /** Resolves once the calls are loaded; rejects when they cannot be. */
  readonly calls: () => Promise<SignInCalls>;
  /** For a sign-in over another person's screens. */
  readonly leaveScreens?: LeaveScreens | undefined;
  /** Opens the next screen; the button stays busy until the promise is settled. */
  readonly onSignedIn: (user: User) => Promise<unknown> | void;
};
