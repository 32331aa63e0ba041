import { SendBar } from '../SendBar.tsx';
import type { ImportOutcome } from './ImportResult.tsx';
import { countLines, isForLater, laterLines } from './import-lines.ts';
import type { OpenImport } from './import-store.ts';
import { useContactChanges } from './use-contact-changes.ts';
import { useSendImport } from './use-import.ts';

type Props = { readonly open: OpenImport; readonly onDone: (outcome: ImportOutcome) => void };

/** The foot of the patients' import. New contact details of patients who are here already are saved with it. */
export function ImportFooter({ open, onDone }: Props) {
  const { send, isSending, ...sending } = useSendImport();
  const contacts = useContactChanges();
  const counts = countLines(open.lines);
  const isOnlyContacts = counts.ready === 0 && contacts.pending(open.lines).length > 0;
  const start = () => {
    const created = counts.ready;
    const finish = async () => onDone({ created, ...(await contacts.apply(open.lines)) });
    if (created === 0) void finish();
    else send(open, () => void finish());
  };
  return (
    <SendBar
      plural="patients"
      counts={counts}
      later={laterLines(open.lines.filter(isForLater))}
      columns={open.source.columns}
      {...sending}
      isSending={isSending || contacts.isBusy}
      okLabel={
        isOnlyContacts ? 'Save the new contact details' : `Import ${counts.ready} ${counts.ready === 1 ? 'patient' : 'patients'}`
      }
      okDisabled={counts.ready === 0 && !isOnlyContacts}
      onOk={start}
    />
  );
}
