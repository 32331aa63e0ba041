import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BuilderSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Builder = lazyRouteComponent(() => import('#src/screens/builder/Builder.tsx'), 'Builder');

/** The consent builder. Without a patient or a consent, a patient is chosen first. */
export const createConsentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/create-consent',
  staticData: { title: 'Consent form', bare: true },
  validateSearch: BuilderSearch,
  beforeLoad: ({ search: { patient, consent } }) => {
    if (patient === undefined && consent === undefined)
      throw redirect({ to: '/patient', search: { mode: 'choose' }, replace: true });
  },
  loader: () => Builder.preload?.(),
  component: CreateConsentRoute,
});

function CreateConsentRoute(): ReactNode {
  const { patient, consent, record } = createConsentRoute.useSearch();
  return (
    <Builder
      {...(patient === undefined ? {} : { patientID: patient })}
      {...(consent === undefined ? {} : { consentID: consent })}
      {...(record === undefined ? {} : { recordID: record })}
    />
  );
}
