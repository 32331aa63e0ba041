import { Uuid } from '#domain/values/text.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { signedInRoute } from './signed-in.tsx';

const Outbox = lazyRouteComponent(() => import('#src/screens/outbox/Outbox.tsx'), 'Outbox');
const ItemView = lazyRouteComponent(() => import('#src/screens/outbox/ItemView.tsx'), 'ItemView');

export const outboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/outbox',
  staticData: { title: ({ item }) => (item === undefined ? 'To send' : 'An item to send') },
  validateSearch: v.object({
    /** An outdated or mistyped id leads to the list. */
    item: v.fallback(v.optional(Uuid), undefined),
  }),
  loaderDeps: ({ search: { item } }) => ({ item }),
  loader: ({ deps: { item } }) => (item === undefined ? Outbox : ItemView).preload?.(),
  component: OutboxRoute,
});

function OutboxRoute(): ReactNode {
  const { item } = outboxRoute.useSearch();
  const navigate = outboxRoute.useNavigate();
  if (item === undefined) return <Outbox />;
  return <ItemView key={item} opId={item} onDone={() => void navigate({ search: {}, replace: true, ignoreBlocker: true })} />;
}
