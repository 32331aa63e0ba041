import type { ReactNode } from 'react';
import type { User } from '#contract/user-shapes.ts';
import type { LeaveScreens } from '#src/session/auth.ts';

/** Props of the sign-in, which its two steps share. */
export type SignInProps = {
  /** The field's initial value. */
  readonly email?: string | undefined;
  /** Below the heading: the reason for this screen. */
  readonly lead?: ReactNode;
  /** Below the button: other links. */
  readonly aside?: ReactNode;
  /** For a sign-in over another person's screens. */
  readonly leaveScreens?: LeaveScreens | undefined;
  readonly onSignedIn: (user: User) => void;
};
