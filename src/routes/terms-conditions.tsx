import type { User } from '#contract/shapes/user-shapes.ts';
import { paths } from '#src/paths.ts';
import { afterSignIn } from '#src/session/after-sign-in.ts';
import { changeUser, endSession } from '#src/session/session.ts';
import { createRoute, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';
import { registeringRoute } from './registering.tsx';

const AcceptTerms = lazyRouteComponent(() => import('#src/screens/registration/AcceptTerms.tsx'), 'AcceptTerms');
const Waiting = lazyRouteComponent(() => import('#src/screens/registration/WaitingForApproval.tsx'), 'WaitingForApproval');

export const termsConditionsRoute = createRoute({
  getParentRoute: () => registeringRoute,
  path: '/termsconditions',
  staticData: { title: 'Terms of use' },
  loader: () => AcceptTerms.preload?.(),
  component: TermsConditionsRoute,
});

/** The end of a registration. No session is left, so the route is public. */
export const waitingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/waiting-approval',
  staticData: { title: 'Waiting for approval' },
  loader: () => Waiting.preload?.(),
  component: Waiting,
});

function TermsConditionsRoute(): ReactNode {
  const { history } = useRouter();
  const navigate = termsConditionsRoute.useNavigate();
  const goOn = async (user: User) => {
    if (user.status === 'ACTIVE') {
      changeUser(user);
      return history.replace(afterSignIn(user, undefined, location.origin));
    }
    // The server has ended the session; the local session ends once its screens are left.
    await navigate({ ...paths.waitingForApproval, replace: true });
    return endSession();
  };
  return <AcceptTerms onDone={(user) => void goOn(user)} />;
}
