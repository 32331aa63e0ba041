import { counted } from '#domain/base/counted.ts';
import { useOfflineSession, type OfflineSession } from '#src/offline/session.ts';
import { useQueueStatus } from '#src/device/queue-status.ts';
import { ReadinessLine } from '#src/tablet/ReadinessLine.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { paths } from '#src/paths.ts';
import { needsPerson, useSent, useUnsent, type UnsentItem } from '#src/queries/client/outbox.ts';
import { askToSignIn, useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState, FailedState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DeleteUnsent } from './DeleteUnsent.tsx';
import { ExportUnsentButton } from './ExportUnsentButton.tsx';
import { itemsWords, needsYouWords } from './item-words.ts';
import { NotOpen } from './NotOpen.tsx';
import styles from './outbox.module.css';
import { SenderNotice } from './SenderNotice.tsx';
import { SentList } from './SentList.tsx';
import { UnsentGroups } from './UnsentGroups.tsx';

const NOTHING = (
  <EmptyState title="Nothing waits on this tablet" icon="done">
    Everything you do here goes to the server at once.
  </EmptyState>
);

/** This person's unsent items on this tablet, the state of the sender, and the recently sent items. */
export function Outbox() {
  const offline = useOfflineSession();
  const { data: items, isError, refetch } = useUnsent(offline);
  const { data: sent } = useSent(offline);
  const first = items?.find(needsPerson);
  return (
    <>
      <PageHeader
        title="To send"
        {...(items !== undefined && items.length > 0 && { about: `${itemsWords(items.length)}, saved on this tablet` })}
        actions={offline !== null && items !== undefined && <Next offline={offline} items={items} first={first} />}
      />
      <Page>
        {offline === null ? (
          <NotOpen nothing={NOTHING} />
        ) : isError ? (
          <FailedState title="The list could not be read" onRetry={() => void refetch()}>
            What is saved on this tablet is untouched.
          </FailedState>
        ) : items === undefined ? (
          <Skeleton card lines={4} />
        ) : (
          <Waiting offline={offline} items={items} first={first} />
        )}
        {sent !== undefined && sent.length > 0 && <SentList items={sent} />}
        <ReadinessLine />
      </Page>
    </>
  );
}

type Some = { readonly offline: OfflineSession; readonly items: readonly UnsentItem[]; readonly first: UnsentItem | undefined };

/** The primary action: resolve a blocked item, sign in, or retry everything now. */
function Next({ offline, items, first }: Some): ReactNode {
  const isSignedIn = useSession()?.token !== null;
  const isOnline = useOnline();
  const { sync } = useQueueStatus();
  if (items.length === 0) return null;
  if (first !== undefined) {
    return (
      <>
        {items.some(mayGo) && isSignedIn && (
          <Button variant="default" onClick={() => offline.wake('asked')}>
            Send now
          </Button>
        )}
        <ButtonLink href={paths.outboxItem(first.opId).href}>Look at what needs you</ButtonLink>
      </>
    );
  }
  if (!isSignedIn || sync.kind === 'signIn') return <Button onClick={askToSignIn}>Sign in to send</Button>;
  // Without a network a retry is not the primary action: the tablet itself watches for the network.
  return (
    <Button {...(!isOnline && { variant: 'default' })} onClick={() => offline.wake('asked')} loading={sync.kind === 'sending'}>
      Send now
    </Button>
  );
}

function Waiting({ offline, items, first }: Some) {
  const [isDeleting, setDeleting] = useState(false);
  if (items.length === 0)
    return (
      <EmptyState title="Everything is sent" icon="done">
        Nothing on this tablet waits for the network or for you.
      </EmptyState>
    );
  return (
    <>
      {first !== undefined && <NeedsYou items={items.filter(needsPerson)} />}
      {items.some(mayGo) && <SenderNotice states={items.filter(mayGo).map(({ state }) => state)} />}
      <UnsentGroups items={items} opens />
      <div className={styles.buttons}>
        <ExportUnsentButton offline={offline} />
        <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
          Delete what is not sent
        </Button>
      </div>
      {isDeleting && (
        <DeleteUnsent offline={offline} items={items} onDeleted={() => setDeleting(false)} onCancel={() => setDeleting(false)} />
      )}
    </>
  );
}

/** Whether an item is sent without a person, once the network lets it through. */
function mayGo({ state }: UnsentItem): boolean {
  return state === 'queued' || state === 'sent' || state === 'stopped';
}

function NeedsYou({ items }: { readonly items: readonly UnsentItem[] }) {
  return (
    <Notice tone="stop" title={counted(items.length, 'item needs you', 'items need you')}>
      {needsYouWords(items)}
    </Notice>
  );
}
