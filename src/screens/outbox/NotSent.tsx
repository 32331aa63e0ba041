import type { Held } from '#src/held/held.ts';
import type { OutboxItem } from '#store/outbox/list.ts';
import { Button } from '@mantine/core';
import { useHeadingFocus } from '#src/notices/focus-heading.ts';
import { useState } from 'react';
import { DeleteUnsent } from './DeleteUnsent.tsx';
import { UnsentList } from './UnsentList.tsx';

export type NotSentProps = {
  readonly held: Held;
  readonly items: readonly OutboxItem[];
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

/** At a sign-out: what could not be sent, and what may become of it. Nothing of it goes unless the word is typed. */
export function NotSent({ held, items, onStay, onLeave }: NotSentProps) {
  const [isDeleting, setDeleting] = useState(false);
  useHeadingFocus();
  return (
    <>
      <h1>{items.length === 1 ? '1 item is not sent' : `${items.length} items are not sent`}</h1>
      <p>They are saved on this tablet, where only you can open them. They are sent after your next sign-in here.</p>
      <UnsentList held={held} items={items} />
      <Button size="lg" fullWidth onClick={onStay}>
        Stay signed in
      </Button>
      <Button variant="default" size="lg" fullWidth onClick={onLeave}>
        Sign out and keep them sealed here
      </Button>
      <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
        Delete what is not sent
      </Button>
      {isDeleting && <DeleteUnsent held={held} items={items} onDeleted={onLeave} onCancel={() => setDeleting(false)} />}
    </>
  );
}
