import type { OfflineSession } from '#src/offline/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader, type PageHeaderProps } from '#src/ui/layout/PageHeader.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { DiscardButton } from './DiscardButton.tsx';

type UnreadableItemProps = {
  readonly offline: OfflineSession;
  readonly opId: string;
  readonly back: PageHeaderProps['back'];
  readonly onDone: () => void;
};

/** An item whose bytes are damaged: none of it can be shown, and it may be deleted. */
export function UnreadableItem({ offline, opId, back, onDone }: UnreadableItemProps) {
  return (
    <>
      <PageHeader title="Not readable" back={back} />
      <Page>
        <Notice tone="stop" title="This item cannot be read any more on this tablet">
          It was damaged on the disk, and cannot be sent. Everything else is untouched. Please check on the patient’s record
          whether something is missing.
        </Notice>
      </Page>
      <FooterBar>
        <DiscardButton offline={offline} opId={opId} loss="What cannot be read is removed for good." onDone={onDone} />
      </FooterBar>
    </>
  );
}
