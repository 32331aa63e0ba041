import { paths } from '#src/paths.ts';
import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { permitted } from './permitted.ts';
import { PatientsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Patients = lazyRouteComponent(() => import('#src/screens/patients/Patients.tsx'), 'Patients');
const ImportPatients = lazyRouteComponent(() => import('#src/screens/import/patients/ImportPatients.tsx'), 'ImportPatients');
const NewPatient = lazyRouteComponent(() => import('#src/screens/patients/NewPatient.tsx'), 'NewPatient');

export const patientsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/patient',
  staticData: {
    title: ({ mode }) => TITLES.find(([each]) => each === mode)?.[1] ?? 'Patients',
  },
  validateSearch: PatientsSearch,
  loaderDeps: ({ search: { mode } }) => ({ mode }),
  beforeLoad: ({ search: { mode }, preload }) => {
    permitted('patients.read')({ preload });
    if (mode === 'import') permitted('patients.import')({ preload });
    if (mode === 'new') permitted('patients.write')({ preload });
  },
  loader: ({ deps: { mode } }) => (mode === 'new' ? NewPatient : mode === 'import' ? ImportPatients : Patients).preload?.(),
  component: PatientsRoute,
});

/** The titles of the page by its mode. */
const TITLES = [
  ['choose', 'Choose a patient'],
  ['new', 'New patient'],
  ['import', 'Import patients'],
] as const;

function PatientsRoute(): ReactNode {
  const { page = 1, status = null, mode, purpose } = patientsRoute.useSearch();
  const navigate = patientsRoute.useNavigate();
  if (mode === 'import') return <ImportPatients />;
  if (mode === 'new') {
    const goTo = (id: string) =>
      purpose === 'consent'
        ? navigate({ ...paths.newConsent(id), replace: true })
        : purpose === 'referral'
          ? navigate({ ...paths.newReferralFor(id), replace: true })
          : navigate({ ...paths.patient(id), replace: true });
    return <NewPatient purpose={purpose} onDone={(id) => void goTo(id)} />;
  }
  return (
    <Patients
      choosing={mode === 'choose'}
      page={page}
      status={status}
      onFilter={(next) =>
        void navigate({
          search: { mode, ...withoutDefaults({ page: next.page }, { page: 1 }), status: next.status ?? undefined },
        })
      }
    />
  );
}
