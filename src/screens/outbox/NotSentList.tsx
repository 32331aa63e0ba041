import { counted } from '#domain/base/counted.ts';
import type { OfflineSession } from '#src/offline/session.ts';
import type { OutboxItem } from '#src/offline/local/outbox.ts';
import { Button } from '@mantine/core';
import { useHeadingFocus } from '#src/ui/focus-heading.ts';
import { useState } from 'react';
import { DeleteUnsent } from './DeleteUnsent.tsx';
import { useUnsent } from '#src/queries/client/outbox.ts';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { UnsentGroups } from './UnsentGroups.tsx';

export type NotSentProps = {
  readonly offline: OfflineSession;
  readonly items: readonly OutboxItem[];
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

/** At a sign-out: the items that could not be sent, and the choices. Nothing is deleted unless the word is typed. */
export function NotSentList({ offline, items, onStay, onLeave }: NotSentProps) {
  const [isDeleting, setDeleting] = useState(false);
  useHeadingFocus();
  return (
    <>
      <h1>{counted(items.length, 'item is not sent', 'items are not sent')}</h1>
      <p>They are saved on this tablet, where only you can open them. They are sent after your next sign-in here.</p>
      <UnsentList offline={offline} items={items} />
      <Button size="lg" fullWidth onClick={onStay}>
        Stay signed in
      </Button>
      <Button variant="default" size="lg" fullWidth onClick={onLeave}>
        Sign out and keep them sealed here
      </Button>
      <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
        Delete what is not sent
      </Button>
      {isDeleting && <DeleteUnsent offline={offline} items={items} onDeleted={onLeave} onCancel={() => setDeleting(false)} />}
    </>
  );
}

type UnsentListProps = { readonly offline: OfflineSession; readonly items: readonly { readonly opId: string }[] };

/** The given items of a person's queue, with their names; an item sent meanwhile leaves the list. */
function UnsentList({ offline, items }: UnsentListProps) {
  const { data } = useUnsent(offline);
  if (data === undefined) return <Skeleton card lines={items.length} />;
  const wanted = new Set(items.map(({ opId }) => opId));
  return <UnsentGroups items={data.filter(({ opId }) => wanted.has(opId))} />;
}
