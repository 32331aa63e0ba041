import { useIsEntryFormShown } from '#src/entry/entry-form.ts';
import { MaintenanceBanner } from '#src/notices/MaintenanceBanner.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { PublicFrame } from '#src/screens/frame/PublicFrame.tsx';
import { createRoute, Outlet } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** Parent of every route that needs no session. */
export const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: Public });

function Public() {
  const { name } = useProduct();
  // The entry's form has a frame of its own.
  if (useIsEntryFormShown()) return <Outlet />;
  return (
    <PublicFrame product={name}>
      <MaintenanceBanner isCard />
      <Outlet />
    </PublicFrame>
  );
}
