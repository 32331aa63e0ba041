import { paths } from '#src/paths.ts';
import { activePlansOptions } from '#src/queries/people.ts';
import { configOptions } from '#src/queries/reference.ts';
import { afterSignIn } from '#src/session/after-sign-in.ts';
import { signInRegistered } from '#src/auth/auth.ts';
import type { Registered } from '#src/screens/registration/NewPasswordForm.tsx';
import { createRoute, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';

const RegisterPassword = lazyRouteComponent(() => import('#src/screens/registration/RegisterPassword.tsx'), 'RegisterPassword');

export const registerPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/register-password',
  staticData: { title: 'Set your password' },
  loader: () => RegisterPassword.preload?.(),
  component: RegisterPasswordRoute,
});

function RegisterPasswordRoute(): ReactNode {
  const { history } = useRouter();
  const { queryClient } = registerPasswordRoute.useRouteContext();
  const goOn = ({ token, tokenExpiryDate, user }: Registered) => {
    // The code was one for a forgotten password: that case needs a full sign-in.
    if (token === undefined || tokenExpiryDate === undefined || user === undefined) return history.replace(paths.signIn.href);
    signInRegistered({ token, tokenExpiryDate, user });
    // Configuration and access plans are fetched with the new token (spec §4); nothing waits for them.
    void queryClient.prefetchQuery(configOptions());
    void queryClient.prefetchQuery(activePlansOptions());
    return history.replace(afterSignIn(user, undefined, location.origin));
  };
  return <RegisterPassword onDone={goOn} />;
}
