import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';

const ForgotPassword = lazyRouteComponent(() => import('#src/screens/registration/ForgotPassword.tsx'), 'ForgotPassword');

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  staticData: { title: 'Forgotten password' },
  loader: () => ForgotPassword.preload?.(),
  component: () => <Reset stage="ask" />,
});

/** The same screen, once a code has been mailed (spec §2). */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  staticData: { title: 'Set a new password' },
  loader: () => ForgotPassword.preload?.(),
  component: () => <Reset stage="set" />,
});

function Reset({ stage }: { readonly stage: 'ask' | 'set' }): ReactNode {
  const navigate = useNavigate();
  return (
    <ForgotPassword
      stage={stage}
      onRequested={() => void navigate(paths.resetPassword)}
      onSet={() => void navigate({ ...paths.signIn, replace: true })}
    />
  );
}
