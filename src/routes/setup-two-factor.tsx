import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { registeringRoute } from './registering.tsx';

const SetupTwoFactor = lazyRouteComponent(() => import('#src/screens/registration/SetupTwoFactor.tsx'), 'SetupTwoFactor');

export const setupTwoFactorRoute = createRoute({
  getParentRoute: () => registeringRoute,
  path: '/setup2fa',
  staticData: { title: 'Two-factor authentication' },
  loader: () => SetupTwoFactor.preload?.(),
  component: SetupTwoFactorRoute,
});

function SetupTwoFactorRoute(): ReactNode {
  const navigate = setupTwoFactorRoute.useNavigate();
  return <SetupTwoFactor onDone={() => void navigate({ ...paths.acceptTerms, replace: true })} />;
}
