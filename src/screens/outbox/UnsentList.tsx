import type { OfflineSession } from '#src/offline/session.ts';
import { useUnsent } from '#src/queries/client/outbox.ts';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { UnsentGroups } from './UnsentGroups.tsx';

type UnsentListProps = { readonly offline: OfflineSession; readonly items: readonly { readonly opId: string }[] };

/** The given items of a person's queue, with their names; an item sent meanwhile leaves the list. */
export function UnsentList({ offline, items }: UnsentListProps) {
  const { data } = useUnsent(offline);
  if (data === undefined) return <Skeleton card lines={items.length} />;
  const wanted = new Set(items.map(({ opId }) => opId));
  return <UnsentGroups items={data.filter(({ opId }) => wanted.has(opId))} />;
}
