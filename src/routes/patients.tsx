import { paths } from '#src/paths.ts';
import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PatientsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Patients = lazyRouteComponent(() => import('#src/screens/patients/Patients.tsx'), 'Patients');
const NewPatient = lazyRouteComponent(() => import('#src/screens/patients/NewPatient.tsx'), 'NewPatient');

export const patientsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/patient',
  staticData: {
    title: ({ mode }) => (mode === 'new' ? 'New patient' : mode === 'choose' ? 'Choose a patient' : 'Patients'),
  },
  validateSearch: PatientsSearch,
  loaderDeps: ({ search: { mode } }) => ({ mode }),
  loader: ({ deps: { mode } }) => (mode === 'new' ? NewPatient : Patients).preload?.(),
  component: PatientsRoute,
});

function PatientsRoute(): ReactNode {
  const { page = 1, status = null, mode, purpose } = patientsRoute.useSearch();
  const navigate = patientsRoute.useNavigate();
  if (mode === 'new') {
    const goTo = (id: string) =>
      purpose === 'consent'
        ? navigate({ ...paths.newConsent(id), replace: true })
        : navigate({ ...paths.patient(id), replace: true });
    return <NewPatient forConsent={purpose === 'consent'} onDone={(id) => void goTo(id)} />;
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
