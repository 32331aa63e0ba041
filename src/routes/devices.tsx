import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { DevicesSearch } from './search.ts';

const Devices = lazyRouteComponent(() => import('#src/screens/devices/Devices.tsx'), 'Devices');

export const devicesRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/devices',
  staticData: { title: 'Tablets' },
  validateSearch: DevicesSearch,
  beforeLoad: permitted('users.manage'),
  loader: () => Devices.preload?.(),
  component: DevicesRoute,
});

function DevicesRoute(): ReactNode {
  const { page = 1 } = devicesRoute.useSearch();
  const navigate = devicesRoute.useNavigate();
  return <Devices page={page} onPage={(next) => void navigate({ search: withoutDefaults({ page: next }, { page: 1 }) })} />;
}
