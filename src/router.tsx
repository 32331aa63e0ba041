import { createRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { hideEntryForm } from './entry-form.ts';
import { paths } from './paths.ts';
import { configOptions } from './queries/reference.ts';
import { aboutRoute } from './routes/about.tsx';
import { auditRoute } from './routes/audit.tsx';
import { anywhereRoute } from './routes/anywhere.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { documentTitle, screenOf } from './routes/arrival.ts';
import { blankFormsRoute } from './routes/blank-forms.tsx';
import { consentsRoute } from './routes/consents.tsx';
import { createConsentRoute } from './routes/create-consent.tsx';
import { devicesRoute } from './routes/devices.tsx';
import { addRoleRoute, editRoleRoute } from './routes/edit-role.tsx';
import { faqsRoute } from './routes/faqs.tsx';
import { galleryRoutes } from './routes/gallery.tsx';
import { homeRoute } from './routes/home.tsx';
import { libraryRoute } from './routes/library.tsx';
import { libraryTabsRoute } from './routes/library-tabs.tsx';
import { listsRoute } from './routes/lists.tsx';
import { manageRoute } from './routes/manage.tsx';
import { myReferralRoute } from './routes/my-referral.tsx';
import { messagesRoute } from './routes/messages.tsx';
import { organisationRoute } from './routes/organisation.tsx';
import { outboxRoute } from './routes/outbox.tsx';
import { patientDetailRoute } from './routes/patient-detail.tsx';
import { patientsRoute } from './routes/patients.tsx';
import { profileRoute } from './routes/profile.tsx';
import { accessibilityRoute } from './routes/accessibility.tsx';
import { privacyRoute } from './routes/privacy.tsx';
import { publicRoute } from './routes/public.tsx';
import { registerEmailRoute } from './routes/register-email.tsx';
import { registerPasswordRoute } from './routes/register-password.tsx';
import { registeringRoute } from './routes/registering.tsx';
import { forgotPasswordRoute, resetPasswordRoute } from './routes/reset-password.tsx';
import { rolesRoute } from './routes/roles.tsx';
import { rootRoute } from './routes/root.tsx';
import { parseSearch, writeSearch } from './search-params.ts';
import { securityRoute } from './routes/security.tsx';
import { setupTwoFactorRoute } from './routes/setup-two-factor.tsx';
import { signInRoute } from './routes/sign-in.tsx';
import { signOutRoute } from './routes/sign-out.tsx';
import { signedInRoute } from './routes/signed-in.tsx';
import { subjectAccessRoute } from './routes/subject-access.tsx';
import { retentionRoute } from './routes/retention.tsx';
import { statusRoute } from './routes/status.tsx';
import { templatesRoute } from './routes/templates.tsx';
import { termsConditionsRoute, waitingRoute } from './routes/terms-conditions.tsx';
import { termsRoute } from './routes/terms.tsx';
import { updateProfileRoute } from './routes/update-profile.tsx';
import { userManagementRoute } from './routes/user-management.tsx';
import { verifyCodeRoute, verifyRoute } from './routes/verify.tsx';
import { BrokenScreen } from './screens/frame/BrokenScreen.tsx';
import { PendingScreen } from './screens/frame/PendingScreen.tsx';

const routeTree = rootRoute.addChildren([
  signedInRoute.addChildren([
    homeRoute,
    listsRoute,
    patientsRoute,
    patientDetailRoute,
    createConsentRoute,
    consentsRoute,
    libraryTabsRoute.addChildren([libraryRoute, templatesRoute]),
    outboxRoute,
    profileRoute,
    aboutRoute,
    faqsRoute,
    termsRoute,
    myReferralRoute,
    manageRoute.addChildren([
      userManagementRoute,
      rolesRoute,
      addRoleRoute,
      editRoleRoute,
      organisationRoute,
      messagesRoute,
      devicesRoute,
      securityRoute,
      auditRoute,
      retentionRoute,
      subjectAccessRoute,
      statusRoute,
    ]),
  ]),
  registeringRoute.addChildren([updateProfileRoute, setupTwoFactorRoute, termsConditionsRoute]),
  publicRoute.addChildren([
    signInRoute,
    signOutRoute,
    registerEmailRoute,
    registerPasswordRoute,
    waitingRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    verifyRoute,
    verifyCodeRoute,
    blankFormsRoute,
    privacyRoute,
    accessibilityRoute,
  ]),
  anywhereRoute,
  // Outside the typed tree: nothing links to it.
  ...(galleryRoutes() as []),
]);

/** The staff app's router. The title and the focus follow every change of screen. */
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
    if (toLocation.pathname !== paths.signIn.href) hideEntryForm();
    const next = screenOf(toLocation.pathname, toLocation.search);
    if (next === screen) return;
    const titled = router.state.matches.at(-1)?.staticData.title;
    const title = typeof titled === 'function' ? titled(toLocation.search) : titled;
    const product = queryClient.getQueryData(configOptions().queryKey)?.product.name ?? 'Assent';
    document.title = documentTitle(title, product);
    // At the first screen the browser's own focus is right.
    if (screen !== undefined) focusHeading();
    screen = next;
  });
  return router;
}

declare module '@tanstack/react-router' {
  // The router's `Register` can only be extended by an interface of this name.
  interface Register {
    router: ReturnType<typeof createStaffRouter>;
  }
}
