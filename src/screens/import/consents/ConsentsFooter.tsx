import { SendBar } from '../SendBar.tsx';
import { countLines, isForLater, laterLines } from './consent-lines.ts';
import type { OpenConsents } from './consent-store.ts';
import { useConsentSending } from './use-consents.ts';

type Props = { readonly open: OpenConsents; readonly onDone: (created: number) => void };

/** The foot of the consents' import. */
export function ConsentsFooter({ open, onDone }: Props) {
  const { send, ...sending } = useConsentSending();
  const counts = countLines(open.lines);
  return (
    <SendBar
      plural="consents"
      counts={counts}
      later={laterLines(open.lines.filter(isForLater))}
      columns={open.source.columns}
      {...sending}
      okLabel={`Import ${counts.ready} ${counts.ready === 1 ? 'consent' : 'consents'}`}
      okDisabled={counts.ready === 0}
      onOk={() => send(open, onDone)}
    />
  );
}
