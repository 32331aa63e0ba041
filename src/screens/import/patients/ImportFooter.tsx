import { SendBar } from '../SendBar.tsx';
import type { ImportOutcome } from './ImportResult.tsx';
import { countPatientLines, laterPatientLines } from './import-lines.ts';
import type { OpenImport } from './import-store.ts';
import { useContactChanges } from './use-contact-changes.ts';
import { useSendImport } from './use-import.ts';

type Props = { readonly open: OpenImport; readonly onDone: (outcome: ImportOutcome) => void };

/** The foot of the patients' import. New contact details of patients who are here already are saved with it. */
export function ImportFooter({ open, onDone }: Props) {
  const { send, isSending, failure, progress } = useSendImport();
  const contacts = useContactChanges();
  const counts = countPatientLines(open.lines);
  const start = () => {
    const created = counts.ready;
    const finish = async () => onDone({ created, ...(await contacts.apply(open.lines)) });
    if (created === 0) void finish();
    else send(open, () => void finish());
  };
  return (
    <SendBar
      noun="patient"
      counts={counts}
      laterLines={() => laterPatientLines(open.lines)}
      columns={open.source.columns}
      isSending={isSending || contacts.isBusy}
      failure={failure}
      progress={progress}
      otherAct={contacts.pending(open.lines).length > 0 ? 'Save the new contact details' : undefined}
      onOk={start}
    />
  );
}
