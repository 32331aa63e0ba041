import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { PeopleSearch } from './search.ts';

const People = lazyRouteComponent(() => import('#src/screens/people/People.tsx'), 'People');
const Person = lazyRouteComponent(() => import('#src/screens/people/PersonScreen.tsx'), 'PersonScreen');

export const userManagementRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/User-Management',
  staticData: { title: ({ person }) => (person === undefined ? 'People' : 'Person') },
  validateSearch: PeopleSearch,
  beforeLoad: permitted('users.manage'),
  loaderDeps: ({ search: { person } }) => ({ person }),
  loader: ({ deps: { person } }) => (person === undefined ? People : Person).preload?.(),
  component: UserManagementRoute,
});

function UserManagementRoute(): ReactNode {
  const { person, page = 1, status = 'ALL', role = '' } = userManagementRoute.useSearch();
  const navigate = userManagementRoute.useNavigate();
  if (person !== undefined) return <Person key={person} id={person} />;
  return (
    <People
      page={page}
      status={status}
      role={role}
      onFilter={(next) =>
        void navigate({
          search: withoutDefaults(next, { page: 1, status: 'ALL', role: '' }),
        })
      }
    />
  );
}
