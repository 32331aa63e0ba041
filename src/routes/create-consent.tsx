import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { permitted } from './permitted.ts';
import { BuilderSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Builder = lazyRouteComponent(() => import('#src/screens/builder/Builder.tsx'), 'Builder');

/** The consent builder. Without a patient or a consent, it first asks for a patient. */
export const createConsentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/create-consent',
  staticData: { title: 'Consent form', bare: true },
  validateSearch: BuilderSearch,
  beforeLoad: ({ search: { patient, consent }, preload }) => {
    // A new form is asked for by those alone who may write one: nobody chooses a patient in vain.
    if (consent === undefined) permitted('consents.write')({ preload });
    permitted('consents.read')({ preload });
    if (patient === undefined && consent === undefined) throw redirect({ ...paths.choosePatient, replace: true });
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
