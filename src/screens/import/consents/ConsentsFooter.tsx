import { SendBar } from '../SendBar.tsx';
import { countLines, laterLines } from './consent-lines.ts';
import type { OpenConsents } from './consent-store.ts';
import { useConsentSending } from './use-consents.ts';

type Props = { readonly open: OpenConsents; readonly onDone: (created: number) => void };

/** The foot of the consents' import. */
export function ConsentsFooter({ open, onDone }: Props) {
  const { send, ...sending } = useConsentSending();
  const { lines, source } = open;
  const shown = { counts: countLines(lines), laterLines: () => laterLines(lines), columns: source.columns };
  return <SendBar noun="consent" {...shown} {...sending} onOk={() => send(open, onDone)} />;
}
