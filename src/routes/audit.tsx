import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { AuditSearch } from './search.ts';

const AuditTrail = lazyRouteComponent(() => import('#src/screens/security/AuditTrail.tsx'), 'AuditTrail');

export const auditRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/audit',
  staticData: { title: 'Audit trail' },
  validateSearch: AuditSearch,
  beforeLoad: permitted('audit.read'),
  loader: () => AuditTrail.preload?.(),
  component: AuditRoute,
});

function AuditRoute(): ReactNode {
  const { day } = auditRoute.useSearch();
  const navigate = auditRoute.useNavigate();
  return <AuditTrail day={day} onDay={(next) => void navigate({ search: { day: next }, replace: true })} />;
}
