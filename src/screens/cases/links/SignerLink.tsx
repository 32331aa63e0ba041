import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { isSecretFrom } from '#domain/family/family-signers.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { paths } from '#src/paths.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from '../cases.module.css';
import { CodeModal } from './CodeModal.tsx';
import { EndLinkModal } from './EndLinkModal.tsx';
import { LetterModal } from './LetterModal.tsx';
import { isAddressProtected, mayInvite, noWayWords, whyNoMail } from './link-way.ts';
import { endOfLink, linkLines, linkOf, spokenCode, worksStill } from './link-words.ts';
import { MailLinkModal } from './MailLinkModal.tsx';
import { TextLinkModal } from './TextLinkModal.tsx';
import { useTextMessage } from './use-text-message.ts';
import { useLetter } from './use-letter.ts';
import { useHasAddress } from './use-has-address.ts';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly signer: Recipient;
  readonly timeZone: string;
};

/** How far the link of a signer has come, and the ways to send one: for a signer who is waited for and may sign away from here. */
export function SignerLink({ consent, patient, signer, timeZone }: Props) {
  const permissions = useSession()?.user.permissions ?? [];
  const link = linkOf(consent, signer);
  return (
    <>
      {link !== undefined &&
        linkLines(link, { ended: endOfLink(consent, signer), timeZone, now: Date.now() }).map((line) => (
          <p key={line} className={`${styles.small} num`}>
            {line}
          </p>
        ))}
      {link !== undefined && link.code !== null && worksStill(link) && link.state !== 'VERIFIED' && (
        <p className={styles.check}>
          <span>Read these six digits out to the interpreter:</span>
          <strong className="num">{spokenCode(link.code)}</strong>
        </p>
      )}
      {mayInvite(consent, permissions) && <LinkActs {...{ consent, patient, signer, permissions }} />}
    </>
  );
}

type ActsProps = Omit<Props, 'timeZone'> & { readonly permissions: Parameters<typeof mayInvite>[1] };

function LinkActs({ consent, patient, signer, permissions }: ActsProps) {
  const [openDialog, setOpenDialog] = useState<'mail' | 'text' | 'letter' | 'code' | 'end' | null>(null);
  const hasAddress = useHasAddress(consent, patient);
  const text = useTextMessage(consent, patient, signer);
  const letter = useLetter(patient, consent, signer);
  const isServerHere = useServerStatus() === 'here';
  if (isSecretFrom(consent, signer.role))
    return <p className={styles.small}>The young person does not want this adult told: no link is sent.</p>;
  const link = linkOf(consent, signer);
  const noMail = whyNoMail({ consent, patient, permissions, hasAddress }, signer);
  // Of protected details others may write.
  const isUnreachable = noMail !== null && !isAddressProtected({ patient }, signer) && (text === null || text.problem !== null);
  const whose = <span className="visually-hidden"> to {signer.recipient_name}</span>;
  const dialog = { consent, patient, signer, onClose: () => setOpenDialog(null) };
  return (
    <>
      {isUnreachable && <p>{noWayWords(signer.recipient_name, letter)}</p>}
      <div className={styles.linkActs}>
        <Button size="sm" variant="default" disabled={!isServerHere || noMail !== null} onClick={() => setOpenDialog('mail')}>
          {link?.channel === 'EMAIL' && (link.way ?? 'EMAIL') === 'EMAIL' ? 'Send the link again' : 'Send a link by email'}
          {whose}
        </Button>
        {text !== null && (
          <Button
            size="sm"
            variant="default"
            disabled={!isServerHere || text.problem !== null}
            onClick={() => setOpenDialog('text')}
          >
            Send a link by text message
            {whose}
          </Button>
        )}
        <Button size="sm" variant="default" disabled={!isServerHere} onClick={() => setOpenDialog('code')}>
          Show a code
          {whose}
        </Button>
        {letter !== null && (
          <Button
            size="sm"
            variant="default"
            disabled={!isServerHere || letter.address === null}
            onClick={() => setOpenDialog('letter')}
          >
            Print a letter
            {whose}
          </Button>
        )}
        {link !== undefined && link.state !== 'ENDED' && (
          <Button size="sm" variant="subtle" disabled={!isServerHere} onClick={() => setOpenDialog('end')}>
            End the link
            {whose}
          </Button>
        )}
      </div>
      {!isServerHere && <p className={styles.small}>A link needs the network, and the server cannot be reached.</p>}
      {text !== null && text.problem !== null && <p className={styles.small}>{text.problem}</p>}
      {[noMail, letter?.problem ?? null].map(
        (each) =>
          each !== null && (
            <p key={each.words} className={styles.small}>
              {each.words}
              {each.isPatients && (
                <>
                  {' '}
                  <Link href={paths.patient(patient.id).href}>Open the patient’s details</Link>
                </>
              )}
            </p>
          ),
      )}
      {openDialog === 'mail' && <MailLinkModal {...dialog} />}
      {openDialog === 'text' && <TextLinkModal {...dialog} />}
      {openDialog === 'letter' && letter?.address != null && <LetterModal {...dialog} address={letter.address} />}
      {openDialog === 'code' && <CodeModal {...dialog} />}
      {openDialog === 'end' && <EndLinkModal {...dialog} />}
    </>
  );
}
