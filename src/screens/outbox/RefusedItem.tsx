import type { OfflineSession } from '#src/offline/session.ts';
import { paths } from '#src/paths.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import type { OpenItem } from '#src/queries/client/outbox.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ExportUnsentButton } from './ExportUnsentButton.tsx';
import { FixFields } from './FixFields.tsx';
import { ItemContent } from './ItemContent.tsx';
import styles from './outbox.module.css';
import { beforeDiscarding, isEvidence, lossWords, screenOfItem, signAgainWords, waitingSignatures } from './refusal-words.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { useFixing, type Fixing } from './use-fixing.ts';

type RefusedItemProps = { readonly offline: OfflineSession; readonly item: OpenItem; readonly onDone: () => void };

/** A refused item: the reason, its whole content, and the choices. Nothing is deleted unless the person decides so. */
export function RefusedItem({ offline, item, onDone }: RefusedItemProps) {
  const [isExported, setExported] = useState(false);
  const fixing = useFixing(offline, item, onDone);
  const { values } = fixing;
  const { op } = item;
  return (
    <>
      <Page>
        <ErrorSummary problems={fixing.problems} />
        <RefusalNotice item={item} />
        <WaitingSignature item={item} />
        {values === null ? (
          <ItemContent item={item} />
        ) : (
          <FixFields fields={fixing.fields} values={values} problems={fixing.marked} onChange={fixing.change} />
        )}
        <Elsewhere offline={offline} item={item} onExported={() => setExported(true)} />
      </Page>
      <FooterBar>
        <DiscardButton
          offline={offline}
          opId={op.opId}
          loss={lossWords(item)}
          first={beforeDiscarding(item, isExported)}
          onDone={fixing.done}
        />
        {!isEvidence(item) && <Ways fixing={fixing} />}
      </FooterBar>
      <LeaveGuard hasUnsaved={fixing.hasUnsaved} />
    </>
  );
}

/** Names the signatures that wait behind an item, says what a correction does to them, and offers the way to their cases. */
function WaitingSignature({ item }: { readonly item: OpenItem }) {
  const title = waitingSignatures(item);
  if (title === null) return null;
  const cases = [...new Set(item.signedBehind.map(({ recordID }) => recordID))];
  return (
    <Notice tone="warn" title={title}>
      <p>{signAgainWords(item) ?? 'It is saved on this tablet, and the server does not have it yet.'}</p>
      {screenOfItem(item)?.label !== 'Open the case' &&
        cases.map((recordID) => (
          <ButtonLink key={recordID} href={paths.record(recordID).href} variant="default">
            Open the case
          </ButtonLink>
        ))}
    </Notice>
  );
}

/** Sends again, unchanged or corrected; the choice that is likely to help is emphasised. */
function Ways({ fixing: { fields, values, isNamed, isSending, open, send } }: { readonly fixing: Fixing }) {
  const mayFix = fields.length > 0 && values === null;
  return (
    <>
      {mayFix && !isNamed && (
        <Button variant="default" leftSection={<Icon name="edit" />} onClick={open}>
          Fix
        </Button>
      )}
      <Button {...(mayFix && isNamed && { variant: 'default' })} onClick={send} loading={isSending}>
        Send again
      </Button>
      {mayFix && isNamed && (
        <Button leftSection={<Icon name="edit" />} onClick={open}>
          Fix
        </Button>
      )}
    </>
  );
}

type ElsewhereProps = { readonly offline: OfflineSession; readonly item: OpenItem; readonly onExported: () => void };

/** The links and actions that change nothing. */
function Elsewhere({ offline, item, onExported }: ElsewhereProps) {
  const link = screenOfItem(item);
  return (
    <div className={styles.buttons}>
      {link !== null && (
        <ButtonLink href={link.href} variant="default">
          {link.label}
        </ButtonLink>
      )}
      <ExportUnsentButton offline={offline} opId={item.op.opId} onExported={onExported} />
      <Button variant="default" onClick={() => print()}>
        Print
      </Button>
    </div>
  );
}
