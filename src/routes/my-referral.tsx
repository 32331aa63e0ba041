import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MyReferralSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const MyReferrals = lazyRouteComponent(() => import('#src/screens/referrals/MyReferrals.tsx'), 'MyReferrals');

export const myReferralRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/my-referral',
  staticData: { title: 'My referrals' },
  validateSearch: MyReferralSearch,
  loader: () => MyReferrals.preload?.(),
  component: MyReferralRoute,
});

function MyReferralRoute(): ReactNode {
  const { page = 1 } = myReferralRoute.useSearch();
  const navigate = myReferralRoute.useNavigate();
  return <MyReferrals page={page} onPage={(next) => void navigate({ search: withoutDefaults({ page: next }, { page: 1 }) })} />;
}
