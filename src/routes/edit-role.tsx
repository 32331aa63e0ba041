import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { RoleSearch } from './search.ts';

const EditRole = lazyRouteComponent(() => import('#src/screens/roles/EditRole.tsx'), 'EditRole');

export const addRoleRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/add-role',
  staticData: { title: 'New role' },
  beforeLoad: permitted('roles.manage'),
  loader: () => EditRole.preload?.(),
  component: AddRoleRoute,
});

export const editRoleRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/edit-role',
  staticData: { title: 'Role' },
  validateSearch: RoleSearch,
  beforeLoad: (context) => {
    permitted('users.manage', 'roles.manage')(context);
    if (context.search.id === undefined) throw redirect({ ...paths.roles, replace: true });
  },
  loader: () => EditRole.preload?.(),
  component: EditRoleRoute,
});

function AddRoleRoute(): ReactNode {
  const navigate = addRoleRoute.useNavigate();
  return <EditRole id={null} onDone={() => void navigate(paths.roles)} />;
}

function EditRoleRoute(): ReactNode {
  const { id = '' } = editRoleRoute.useSearch();
  const navigate = editRoleRoute.useNavigate();
  return <EditRole key={id} id={id} onDone={() => void navigate(paths.roles)} />;
}
