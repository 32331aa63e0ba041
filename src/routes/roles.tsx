import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { RolesSearch } from './search.ts';

const Roles = lazyRouteComponent(() => import('#src/screens/roles/Roles.tsx'), 'Roles');

export const rolesRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/roles',
  staticData: { title: 'Roles' },
  validateSearch: RolesSearch,
  beforeLoad: permitted('users.manage', 'roles.manage'),
  loader: () => Roles.preload?.(),
  component: RolesRoute,
});

function RolesRoute(): ReactNode {
  const { page = 1, madeFrom, madeTo, changedFrom, changedTo } = rolesRoute.useSearch();
  const navigate = rolesRoute.useNavigate();
  return (
    <Roles
      page={page}
      madeFrom={madeFrom}
      madeTo={madeTo}
      changedFrom={changedFrom}
      changedTo={changedTo}
      onFilter={(next) => void navigate({ search: withoutDefaults(next, { page: 1 }) })}
    />
  );
}
