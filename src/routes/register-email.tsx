import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';

const RegisterEmail = lazyRouteComponent(() => import('#src/screens/registration/RegisterEmail.tsx'), 'RegisterEmail');

export const registerEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/register-email',
  staticData: { title: 'Ask for an account' },
  loader: () => RegisterEmail.preload?.(),
  component: RegisterEmailRoute,
});

function RegisterEmailRoute(): ReactNode {
  const navigate = registerEmailRoute.useNavigate();
  return <RegisterEmail onDone={() => void navigate(paths.registerPassword)} />;
}
