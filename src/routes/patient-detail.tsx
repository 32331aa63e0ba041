import { paths } from '#src/paths.ts';
import { patientOptions } from '#src/queries/patients.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { notesPanel } from './notes-panel.tsx';
import { permitted } from './permitted.ts';
import { PatientRouteSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const PatientDetail = lazyRouteComponent(() => import('#src/screens/patients/PatientDetail.tsx'), 'PatientDetail');

export const patientDetailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/patient/detail',
  staticData: { title: ({ mode }) => (mode === 'edit' ? 'Edit patient' : 'Patient') },
  validateSearch: PatientRouteSearch,
  beforeLoad: ({ search, preload }) => {
    permitted('patients.read')({ preload });
    if (search.mode === 'edit') permitted('patients.write')({ preload });
    if (search.id === undefined) throw redirect({ ...paths.patients, replace: true });
  },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context, deps: { id } }) => {
    if (id !== undefined) void context.queryClient.prefetchQuery(patientOptions(id));
    return PatientDetail.preload?.();
  },
  component: PatientDetailRoute,
});

function PatientDetailRoute(): ReactNode {
  const { id = '', mode } = patientDetailRoute.useSearch();
  const navigate = patientDetailRoute.useNavigate();
  return (
    <PatientDetail
      key={id}
      id={id}
      editing={mode === 'edit'}
      notes={notesPanel([id])}
      onEditing={(editing) => void navigate({ search: { id, mode: editing ? 'edit' : undefined }, replace: !editing })}
    />
  );
}
