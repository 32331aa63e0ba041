import { createRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { configOptions } from './queries/reference.ts';
import { aboutRoute } from './routes/about.tsx';
import { anywhereRoute } from './routes/anywhere.ts';
import { focusHeading } from './notices/focus-heading.ts';
import { documentTitle, screenOf } from './routes/arrival.ts';
import { consentsRoute } from './routes/consents.tsx';
import { createConsentRoute } from './routes/create-consent.tsx';
import { galleryRoutes } from './routes/gallery.tsx';
import { homeRoute } from './routes/home.tsx';
import { libraryRoute } from './routes/library.tsx';
import { patientDetailRoute } from './routes/patient-detail.tsx';
import { patientsRoute } from './routes/patients.tsx';
import { profileRoute } from './routes/profile.tsx';
import { publicRoute } from './routes/public.tsx';
import { rootRoute } from './routes/root.tsx';
import { parseSearch, writeSearch } from './routes/search.ts';
import { signInRoute } from './routes/sign-in.tsx';
import { signOutRoute } from './routes/sign-out.tsx';
import { signedInRoute } from './routes/signed-in.tsx';
import { verifyCodeRoute, verifyRoute } from './routes/verify.tsx';
import { BrokenScreen } from './screens/frame/BrokenScreen.tsx';
import { PendingScreen } from './screens/frame/PendingScreen.tsx';

const routeTree = rootRoute.addChildren([
  signedInRoute.addChildren([
    homeRoute,
    patientsRoute,
    patientDetailRoute,
    createConsentRoute,
    consentsRoute,
    libraryRoute,
    profileRoute,
    aboutRoute,
  ]),
  publicRoute.addChildren([signInRoute, signOutRoute, verifyRoute, verifyCodeRoute]),
  anywhereRoute,
  // Not part of the typed tree: nothing links to it.
  ...(galleryRoutes() as []),
]);

/** The staff app's places. The title and the focus follow every change of screen. */
export function createStaffRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 300,
    defaultErrorComponent: BrokenScreen,
    scrollRestoration: true,
  });
  let screen: string | undefined;
  router.subscribe('onRendered', ({ toLocation }) => {
    const next = screenOf(toLocation.pathname, toLocation.search);
    if (next === screen) return;
    const titled = router.state.matches.at(-1)?.staticData.title;
    const title = typeof titled === 'function' ? titled(toLocation.search) : titled;
    const product = queryClient.getQueryData(configOptions().queryKey)?.product.name ?? 'Assent';
    document.title = documentTitle(title, product);
    // At the very first screen the browser's own start is right.
    if (screen !== undefined) focusHeading();
    screen = next;
  });
  return router;
}

declare module '@tanstack/react-router' {
  // The router's own register can only be widened by an interface of this name.
  interface Register {
    router: ReturnType<typeof createStaffRouter>;
  }
}
