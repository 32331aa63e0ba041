import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { useSendAgain } from '#src/queries/links.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { invitedAgain } from '../links/link-way.ts';
import { SendAgainModal } from '../links/SendAgainModal.tsx';
import { useHasAddress } from '../links/use-has-address.ts';
import { useDialogAct } from '../acts/use-dialog-act.ts';

type Props = { readonly consent: ConsentView; readonly patient: RecordSummary['patient'] };

/** The next step of a form whose time to sign has ended: links again, or this tablet. */
export function ExpiredNext({ consent, patient }: Props) {
  const permissions = useSession()?.user.permissions ?? [];
  const [isAsking, setAsking] = useState(false);
  const { problem, run } = useDialogAct();
  const send = useSendAgain();
  const signers = invitedAgain({ consent, patient, permissions, hasAddress: useHasAddress(consent, patient) });
  const open = () =>
    void run({ recordID: consent.recordID, version: consent.version, channel: 'DEVICE' as const }, { perform: send.mutateAsync });
  return (
    <Panel title="Next step">
      <div className={styles.next}>
        <p>
          The time of the links has ended before everybody had signed. What was signed stays.
          {signers.length === 0 && ' Nobody has an email address to which a new link could go.'}
        </p>
        <DialogError words={problem} />
        <div className={styles.buttons}>
          <Button
            variant={signers.length === 0 ? 'filled' : 'default'}
            leftSection={<Icon name="tablet" />}
            loading={send.isPending}
            onClick={open}
          >
            Open it again to sign on this tablet
          </Button>
          {signers.length > 0 && <Button onClick={() => setAsking(true)}>Send the links again</Button>}
        </div>
      </div>
      {isAsking && <SendAgainModal consent={consent} patient={patient} signers={signers} onClose={() => setAsking(false)} />}
    </Panel>
  );
}
