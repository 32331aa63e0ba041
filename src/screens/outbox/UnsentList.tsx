import type { Held } from '#src/held/held.ts';
import { useUnsent } from '#src/queries/outbox.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { UnsentGroups } from './UnsentGroups.tsx';

type UnsentListProps = { readonly held: Held; readonly items: readonly { readonly opId: string }[] };

/** The given items of somebody's queue, named; one that is sent meanwhile goes from the list. */
export function UnsentList({ held, items }: UnsentListProps) {
  const { data } = useUnsent(held);
  if (data === undefined) return <Skeleton card lines={items.length} />;
  const wanted = new Set(items.map(({ opId }) => opId));
  return <UnsentGroups items={data.filter(({ opId }) => wanted.has(opId))} />;
}
