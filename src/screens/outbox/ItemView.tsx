import { identityWords } from '#domain/consents/identity-words.ts';
import { useOfflineSession } from '#src/offline/session.ts';
import { paths } from '#src/paths.ts';
import { isStopped, useOutboxItem, type OpenItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { ConflictItem } from './ConflictItem.tsx';
import { ExportUnsentButton } from './ExportUnsentButton.tsx';
import { ItemContent } from './ItemContent.tsx';
import { ageWords, momentWords, whatWords } from './item-words.ts';
import { NotOpen } from './NotOpen.tsx';
import styles from './outbox.module.css';
import { RefusedItem } from './RefusedItem.tsx';
import { SenderNotice } from './SenderNotice.tsx';
import { UnreadableItem } from './UnreadableItem.tsx';
import { useNow } from './use-now.ts';

type ItemViewProps = { readonly opId: string; readonly onDone: () => void };

const BACK = { href: paths.outbox.href, label: 'To send' };

const GONE = (
  <EmptyState
    title="This item is no longer waiting"
    icon="done"
    action={<ButtonLink href={paths.outbox.href}>Show the list</ButtonLink>}
  >
    It was sent or discarded.
  </EmptyState>
);

/** One item of the queue: its content, and the actions on it. */
export function ItemView({ opId, onDone }: ItemViewProps) {
  const offline = useOfflineSession();
  const { data: item, isError } = useOutboxItem(offline, opId);
  if (offline !== null && isError) return <UnreadableItem offline={offline} opId={opId} back={BACK} onDone={onDone} />;
  if (offline === null)
    return (
      <>
        <PageHeader title="To send" back={BACK} />
        <Page>
          <NotOpen nothing={GONE} />
        </Page>
      </>
    );
  if (item === null)
    return (
      <>
        <PageHeader title="No longer waiting" back={BACK} />
        <Page>{GONE}</Page>
      </>
    );
  if (item === undefined)
    return (
      <>
        <PageHeader title="To send" back={BACK} />
        <Page>
          <Skeleton card lines={6} />
        </Page>
      </>
    );
  return (
    <>
      <Identity item={item} />
      <PageHeader title={whatWords({ ...item, call: item.op.call })} about={<Made item={item} />} back={BACK} />
      {item.op.state === 'conflict' && item.conflict !== null ? (
        <ConflictItem offline={offline} item={item} conflict={item.conflict} onDone={onDone} />
      ) : item.op.state === 'review' ? (
        <RefusedItem offline={offline} item={item} onDone={onDone} />
      ) : (
        <Page>
          <SenderNotice states={[isStopped(item.op) ? 'stopped' : item.op.state]} />
          <ItemContent item={item} />
          {isStopped(item.op) && (
            <div className={styles.buttons}>
              <ExportUnsentButton offline={offline} opId={opId} />
            </div>
          )}
        </Page>
      )}
    </>
  );
}

function Identity({ item: { about } }: { readonly item: OpenItem }) {
  const today = useToday();
  if (about.patient === null) return null;
  return <IdentityBar {...identityWords(about.patient, about.procedures, today)} isProtected={about.patient.restricted} />;
}

function Made({ item: { op } }: { readonly item: OpenItem }) {
  const { timeZone: zone } = useProduct();
  const now = useNow();
  return `Made on this tablet ${momentWords(Date.parse(op.capturedAt), { now, zone })}, ${ageWords(op.capturedAt, now)}`;
}
