import { paths } from '#src/paths.ts';
import { withoutDefaults } from '#src/search-params.ts';
import { homeTabs } from '#src/screens/frame/navigation.ts';
import { NavigationTabs } from '#src/screens/frame/NavigationTabs.tsx';
import { may, useMay } from '#src/session/permissions.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { RefusedState } from '#src/ui/states.tsx';
import { createRoute, lazyRouteComponent, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { startElsewhere } from './home.tsx';
import { ReferralsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Referrals = lazyRouteComponent(() => import('#src/screens/referrals/Referrals.tsx'), 'Referrals');
const ReferralScreen = lazyRouteComponent(() => import('#src/screens/referrals/ReferralScreen.tsx'), 'ReferralScreen');
const ChoosePatient = lazyRouteComponent(() => import('#src/screens/referrals/ChoosePatient.tsx'), 'ChoosePatient');
const NewReferral = lazyRouteComponent(() => import('#src/screens/referrals/NewReferral.tsx'), 'NewReferral');

/** Referrals, by default those under review of all time; the start of people of Ophthalmology and Optometry (spec §2, §6). */
export const myReferralRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/my-referral',
  staticData: {
    title: ({ id, mode }) => (mode === 'new' ? 'New referral' : id === undefined ? 'Referrals' : 'Referral'),
  },
  validateSearch: ReferralsSearch,
  beforeLoad: () => {
    if (!may('referrals.write') && !may('referrals.review')) startElsewhere();
  },
  loader: () => Referrals.preload?.(),
  component: MyReferralRoute,
});

function MyReferralRoute(): ReactNode {
  const { id, mode, patient, page = 1, status = 'UNDER_REVIEW', duration = 'ALL', whose } = myReferralRoute.useSearch();
  const navigate = myReferralRoute.useNavigate();
  const path = useRouterState({ select: ({ location }) => location.href });
  const mayWrite = useMay('referrals.write');
  const mayReview = useMay('referrals.review');
  const tabs = <NavigationTabs label="Home" items={homeTabs(useSession()?.user.permissions ?? [], path)} />;
  if (!(mayWrite || mayReview))
    return (
      <>
        {tabs}
        <NoReferrals />
      </>
    );
  if (mode === 'new' && mayWrite)
    return patient === undefined ? (
      <ChoosePatient />
    ) : (
      <NewReferral
        key={patient}
        patientID={patient}
        onDone={(recordID) => void navigate({ ...paths.referral(recordID), replace: true })}
      />
    );
  if (id !== undefined) return <ReferralScreen key={id} id={id} />;
  return (
    <>
      {tabs}
      <Referrals
        page={page}
        status={status}
        duration={duration}
        isAll={whose === 'all'}
        onFilter={({ isAll, ...next }) =>
          void navigate({
            search: {
              ...withoutDefaults(next, { page: 1, status: 'UNDER_REVIEW', duration: 'ALL' }),
              whose: isAll ? 'all' : undefined,
            },
          })
        }
      />
    </>
  );
}

/** For somebody of an eye speciality whose role takes no part in referrals. */
function NoReferrals(): ReactNode {
  return (
    <>
      <PageHeader title="Referrals" />
      <Page>
        <RefusedState
          title="Your role takes no part in referrals"
          action={<ButtonLink href={paths.home.href}>Go to Home</ButtonLink>}
        >
          You can work with patients and consents. An administrator can give you another role.
        </RefusedState>
      </Page>
    </>
  );
}
