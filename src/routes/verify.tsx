import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';

const Verify = lazyRouteComponent(() => import('#src/screens/verify/Verify.tsx'), 'Verify');

/** Public: anybody with a signed form may check whether it is authentic. */
export const verifyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify',
  staticData: { title: 'Check a signed form' },
  loader: () => Verify.preload?.(),
  component: VerifyRoute,
});

/** The address in the code of a sealed form. */
export const verifyCodeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify/$code',
  staticData: { title: 'Check a signed form' },
  loader: () => Verify.preload?.(),
  component: VerifyCodeRoute,
});

function VerifyRoute(): ReactNode {
  const navigate = verifyRoute.useNavigate();
  return <Verify code={null} onCode={(code) => void navigate(paths.verifyCode(code))} />;
}

function VerifyCodeRoute(): ReactNode {
  const { code } = verifyCodeRoute.useParams();
  const navigate = verifyCodeRoute.useNavigate();
  return <Verify key={code} code={code} onCode={(next) => void navigate(paths.verifyCode(next))} />;
}
