import { useIsEntryFormShown } from '#src/entry-form.ts';
import { MaintenanceBanner } from '#src/screens/frame/MaintenanceBanner.tsx';
import { PublicFoot } from '#src/public-pages/PublicFoot.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { PublicFrame } from '#src/ui/layout/PublicFrame.tsx';
import { createRoute, Outlet } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** Parent of every route that needs no session. */
export const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: Public });

function Public() {
  const { name } = useProduct();
  // The entry's form has a frame of its own.
  if (useIsEntryFormShown()) return <Outlet />;
  return (
    <PublicFrame product={name} foot={<PublicFoot />}>
      <MaintenanceBanner isCard />
      <Outlet />
    </PublicFrame>
  );
}
