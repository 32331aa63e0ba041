import { configOptions } from '#src/queries/reference.ts';
import { SessionVeil } from '#src/screens/sign-in/SessionVeil.tsx';
import { leaveIfHandedOver } from '#src/auth/handover-guard.ts';
import { useIdleLock } from '#src/session/idle-lock.ts';
import { NavigationProvider } from '#src/ui/Link.tsx';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { useVeiledPlace } from './session-places.ts';

/** The context available to every route. */
export type RouterContext = { readonly queryClient: QueryClient };

declare module '@tanstack/react-router' {
  // The router's interfaces can only be extended by interfaces of these names.
  interface StaticDataRouteOption {
    /**
     * The document's title, without the product's name and never with a patient's; a function of the search where the screen has
     * modes.
     */
    title?: string | ((search: Readonly<Record<string, unknown>>) => string);
    /** One task fills the screen: no rail. */
    bare?: boolean;
  }
  interface HistoryState {
    /** The screen stays mounted under the overlay while the address is that of the sign-in screen. */
    veiled?: boolean;
  }
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // During a handover no staff route opens; the browser is already navigating to the patient's page.
  beforeLoad: () => (leaveIfHandedOver() ? new Promise<never>(() => undefined) : undefined),
  component: Root,
});

function Root() {
  const { history } = useRouter();
  useVeiledPlace();
  const { data } = useQuery(configOptions());
  useIdleLock(data?.settings.lockMinutes);
  return (
    <NavigationProvider go={(href) => history.push(href)}>
      <Outlet />
      <SessionVeil />
    </NavigationProvider>
  );
}
