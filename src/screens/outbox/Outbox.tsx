import { useHeld, useQueue, type Held } from '#src/held/held.ts';
import { useOnline } from '#src/notices/use-online.ts';
import { useSent, useUnsent, type Unsent } from '#src/queries/outbox.ts';
import { askToSignIn, useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { EmptyState, FailedState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DeleteUnsent } from './DeleteUnsent.tsx';
import { ExportButton } from './ExportButton.tsx';
import { itemsWords, needsPerson } from './item-words.ts';
import { NotOpen } from './NotOpen.tsx';
import { outboxHref } from './outbox-href.ts';
import styles from './outbox.module.css';
import { SenderNotice } from './SenderNotice.tsx';
import { SentList } from './SentList.tsx';
import { UnsentGroups } from './UnsentGroups.tsx';

const NOTHING = (
  <EmptyState title="Nothing waits on this tablet" icon="done">
    Everything you do here goes to the server at once.
  </EmptyState>
);

/** What this person has done on this tablet that the server does not have yet, what becomes of it, and what was sent lately. */
export function Outbox() {
  const held = useHeld();
  const { data: items, isError, refetch } = useUnsent(held);
  const { data: sent } = useSent(held);
  const first = items?.find(needsPerson);
  return (
    <>
      <PageHeader
        title="Not yet sent"
        {...(items !== undefined && items.length > 0 && { about: `${itemsWords(items.length)}, saved on this tablet` })}
        actions={held !== null && items !== undefined && <Next held={held} items={items} first={first} />}
      />
      <Page>
        {held === null ? (
          <NotOpen nothing={NOTHING} />
        ) : isError ? (
          <FailedState title="The list could not be read" onRetry={() => void refetch()}>
            What is saved on this tablet is untouched.
          </FailedState>
        ) : items === undefined ? (
          <Skeleton card lines={4} />
        ) : (
          <Waiting held={held} items={items} first={first} />
        )}
        {sent !== undefined && sent.length > 0 && <SentList items={sent} />}
      </Page>
    </>
  );
}

type Some = { readonly held: Held; readonly items: readonly Unsent[]; readonly first: Unsent | undefined };

/** The one next step: a person looks at what stands still, or signs in, or all is tried now. */
function Next({ held, items, first }: Some): ReactNode {
  const isSignedIn = useSession()?.token !== null;
  const isOnline = useOnline();
  const { sending } = useQueue();
  if (items.length === 0) return null;
  if (first !== undefined) {
    return (
      <>
        {items.some(mayGo) && isSignedIn && (
          <Button variant="default" onClick={() => held.wake('asked')}>
            Send now
          </Button>
        )}
        <ButtonLink href={outboxHref(first.opId)}>Look at what needs you</ButtonLink>
      </>
    );
  }
  if (!isSignedIn || sending.kind === 'signIn') return <Button onClick={askToSignIn}>Sign in to send</Button>;
  // Without a network nothing here is the next step: the tablet itself looks for one.
  return (
    <Button {...(!isOnline && { variant: 'default' })} onClick={() => held.wake('asked')} loading={sending.kind === 'sending'}>
      Send now
    </Button>
  );
}

function Waiting({ held, items, first }: Some) {
  const [isDeleting, setDeleting] = useState(false);
  if (items.length === 0)
    return (
      <EmptyState title="Everything is sent" icon="done">
        Nothing on this tablet waits for the network or for you.
      </EmptyState>
    );
  return (
    <>
      {first !== undefined && <NeedsYou count={items.filter(needsPerson).length} />}
      {items.some(mayGo) && <SenderNotice />}
      <UnsentGroups items={items} opens />
      <div className={styles.buttons}>
        <ExportButton held={held} />
        <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
          Delete what is not sent
        </Button>
      </div>
      {isDeleting && (
        <DeleteUnsent held={held} items={items} onDeleted={() => setDeleting(false)} onCancel={() => setDeleting(false)} />
      )}
    </>
  );
}

/** Whether an item waits for nothing but the network. */
function mayGo({ state }: Unsent): boolean {
  return state === 'queued' || state === 'sent';
}

function NeedsYou({ count }: { readonly count: number }) {
  return (
    <Notice tone="stop" title={count === 1 ? '1 item needs you' : `${count} items need you`}>
      The server did not take {count === 1 ? 'it. Nothing is lost: open it' : 'them. Nothing is lost: open each one'} and decide
      what becomes of it.
    </Notice>
  );
}
