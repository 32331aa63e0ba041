import { createRoute, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HomeScreen, preloadHome, startElsewhere } from './home.tsx';
import { HomeSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

/**
 * The start of people of Ophthalmology and Optometry (spec §2, §6). This version has no referrals, so it shows what their colleagues
 * start with.
 */
export const myReferralRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/my-referral',
  staticData: { title: 'Home' },
  beforeLoad: () => startElsewhere(),
  loader: () => preloadHome(),
  component: MyReferralRoute,
});

function MyReferralRoute(): ReactNode {
  const navigate = useNavigate();
  return <HomeScreen search={START} onSearch={(search) => void navigate({ to: '/', search })} />;
}

const START: HomeSearch = {};
