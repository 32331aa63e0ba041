import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { SecuritySearch } from './search.ts';

const SecurityLog = lazyRouteComponent(() => import('#src/screens/security/SecurityLog.tsx'), 'SecurityLog');

export const securityRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/security',
  staticData: { title: 'Security log' },
  validateSearch: SecuritySearch,
  beforeLoad: permitted('audit.read'),
  loader: () => SecurityLog.preload?.(),
  component: SecurityRoute,
});

function SecurityRoute(): ReactNode {
  const { page = 1, type = 'ALL', from, to } = securityRoute.useSearch();
  const navigate = securityRoute.useNavigate();
  return (
    <SecurityLog
      page={page}
      type={type}
      from={from}
      to={to}
      onFilter={(next) =>
        void navigate({
          search: withoutDefaults(next, { page: 1, type: 'ALL' }),
        })
      }
    />
  );
}
