import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { isConsenter, isSignerDone, type Recipient } from '#domain/consents/recipients.ts';
import { isSecretFrom } from '#domain/family/family-signers.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { signerWords } from '../signing-words.ts';
import styles from '../cases.module.css';
import { CopyCodeModal } from './CopyCodeModal.tsx';
import { EndLinkModal } from './EndLinkModal.tsx';
import { MailCopyModal } from './MailCopyModal.tsx';
import { whyNoMail } from './link-way.ts';
import { useHasAddress } from './use-has-address.ts';

type Props = { readonly consent: ConsentView; readonly patient: RecordSummary['patient'] };

/** Gives those who have decided their copy: by a mail, or as a code for their own phone. Nobody is offered one who may not be told. */
export function CopyActs({ consent, patient }: Props) {
  const [open, setOpen] = useState<{ readonly way: 'mail' | 'code' | 'end'; readonly signer: Recipient } | null>(null);
  const permissions = useSession()?.user.permissions ?? [];
  const isServerHere = useServerStatus() === 'here';
  const hasAddress = useHasAddress(consent, patient);
  const signers = consent.recipients.filter(
    (each) => isConsenter(each) && isSignerDone(each) && !isSecretFrom(consent, each.role),
  );
  const status = PATIENT_STATUSES.find((each) => each === patient.status);
  const isWrittenTo = status !== undefined && mayStartConsent(status);
  if (!permissions.includes('consents.send') || !isWrittenTo || signers.length === 0) return null;
  const onClose = () => setOpen(null);
  return (
    <section className={styles.stack} aria-label="Give a copy">
      {signers.map((signer) => {
        const who = signerWords(consent.recipients, signer);
        const noMail = whyNoMail({ consent, patient, permissions, hasAddress }, signer);
        const whose = <span className="visually-hidden"> for {who}</span>;
        return (
          <div key={signer.signing_order} className={styles.stack}>
            <p>Give {who} a copy, on paper or on their own phone:</p>
            <div className={styles.linkActs}>
              <Button
                size="sm"
                variant="default"
                disabled={!isServerHere || noMail !== null}
                onClick={() => setOpen({ way: 'mail', signer })}
              >
                Send a copy by email{whose}
              </Button>
              <Button size="sm" variant="default" disabled={!isServerHere} onClick={() => setOpen({ way: 'code', signer })}>
                Show a code{whose}
              </Button>
              {isLinkOut(consent, signer) && (
                <Button size="sm" variant="subtle" disabled={!isServerHere} onClick={() => setOpen({ way: 'end', signer })}>
                  End the link{whose}
                </Button>
              )}
            </div>
            {noMail !== null && <p className={styles.small}>{noMail.words}</p>}
          </div>
        );
      })}
      {!isServerHere && <p className={styles.small}>This needs the network, and the server cannot be reached.</p>}
      {open?.way === 'mail' && <MailCopyModal consent={consent} patient={patient} signer={open.signer} onClose={onClose} />}
      {open?.way === 'end' && <EndLinkModal consent={consent} signer={open.signer} onClose={onClose} />}
      {open?.way === 'code' && <CopyCodeModal consent={consent} patient={patient} signer={open.signer} onClose={onClose} />}
    </section>
  );
}

const OF_LINKS: ReadonlySet<string> = new Set(['LINK_SENT', 'LINK_ENDED', 'LINK_LOCKED']);

/** Whether a link to this form is out: the timeline tells of links to copies as well, which no list of links has. */
function isLinkOut({ consentID, Timeline }: ConsentView, { signing_order: order }: Recipient): boolean {
  const last = Timeline.findLast(
    ({ type, versionId, detail }) => OF_LINKS.has(type) && versionId === consentID && detail['order'] === order,
  );
  return last?.type === 'LINK_SENT';
}
