import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { registeringRoute } from './registering.tsx';

const UpdateProfile = lazyRouteComponent(
  () => import('#src/screens/registration/RegistrationProfile.tsx'),
  'RegistrationProfile',
);

export const updateProfileRoute = createRoute({
  getParentRoute: () => registeringRoute,
  path: '/update-profile',
  staticData: { title: 'Your details' },
  loader: () => UpdateProfile.preload?.(),
  component: UpdateProfileRoute,
});

function UpdateProfileRoute(): ReactNode {
  const navigate = updateProfileRoute.useNavigate();
  return <UpdateProfile onDone={() => void navigate({ ...paths.setupTwoFactor, replace: true })} />;
}
