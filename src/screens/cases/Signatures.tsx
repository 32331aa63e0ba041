import { useState } from 'react';
import type { LocalSignature, ConsentView } from '#src/queries/records.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Signature } from '#contract/shapes/staff-parts.ts';
import { deviceClockWords } from '#domain/base/device-clock.ts';
import { localDate, longDate, longTime } from '#domain/values/plain-date.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { isSameSigner } from '#domain/consents/recipients.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './cases.module.css';
import { InviteAct } from './links/InviteAct.tsx';
import { linkOf, linkState } from './links/link-words.ts';
import { SignerLink } from './links/SignerLink.tsx';
import { methodPhrase, signerState } from './signing-words.ts';
import { isDeviceTimeApart } from './timeline/timeline-words.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { Ink } from '#src/ui/clinical/Ink.tsx';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly timeZone: string;
};

/** The signers of this version, in order: each signature as captured, and the signers still awaited, with their links. */
export function Signatures({ consent, patient, timeZone }: Props) {
  const { recipients, addedSigners = [] } = consent;
  const order = [...recipients, ...addedSigners].toSorted((a, b) => a.signing_order - b.signing_order);
  const [isAsking, setAsking] = useState(false);
  // Taken back meanwhile a form has no signers: the open dialog stays, and says so.
  if (order.length === 0 && !isAsking) return null;
  return (
    <Panel title="Signatures" rows>
      <NoPatientSignature formType={consent.formType} />
      {order.map((signer) => {
        const { role, recipient_name, signing_order } = signer;
        const isOf = (act: Parameters<typeof isSameSigner>[0]) => isSameSigner(act, signer);
        const signature = consent.signatures.find(isOf);
        const here = consent.local?.signed.find(isOf);
        const stopped = consent.local?.blocked?.signed.find(isOf);
        const attested = recipients.find((each) => 'attests' in signer && each.signing_order === signer.attests);
        const isAwaited = signature === undefined && here === undefined;
        const isByLink = isAwaited && ROLE_RULES[role].mayUseLink && !('attests' in signer) && signer.state !== 'DECLINED';
        const link = isByLink ? linkOf(consent, signer) : undefined;
        const { tone, words } = link === undefined ? signerState(signer) : linkState(link);
        return (
          <li key={signing_order} className={isAwaited ? undefined : styles.signature}>
            <div className={isAwaited ? styles.awaited : undefined}>
              <p>
                <strong>{signature?.name ?? here?.name ?? recipient_name}</strong>{' '}
                <span className={styles.small}>
                  {attested === undefined ? ROLE_WORDS[role] : `Witness of ${attested.recipient_name}`}
                </span>
              </p>
              {signature !== undefined && <ServerSignature signature={signature} timeZone={timeZone} />}
              {signature === undefined && here !== undefined && <UnsentSignature signature={here} timeZone={timeZone} />}
              {isAwaited && stopped !== undefined && <NotTaken signature={stopped} timeZone={timeZone} />}
              {isAwaited && stopped === undefined && (
                <p>
                  <StateChip tone={tone}>{words}</StateChip>
                </p>
              )}
              {isByLink && stopped === undefined && (
                <SignerLink consent={consent} patient={patient} signer={signer} timeZone={timeZone} />
              )}
            </div>
            {signature !== undefined && <SignatureInk signature={signature} />}
          </li>
        );
      })}
      <InviteAct consent={consent} patient={patient} timeZone={timeZone} isOpen={isAsking} onOpen={setAsking} />
    </Panel>
  );
}

/** A signature that the server has; both times where it was captured on a tablet some while before it arrived. */
function ServerSignature({ signature, timeZone }: { readonly signature: Signature; readonly timeZone: string }) {
  const { capturedAt, receivedAt, clockOffset, method, witness } = signature;
  if (method === 'PAPER_SCAN')
    return (
      <>
        <p className={`${styles.small} num`}>Dated {longDate(localDate(Date.parse(capturedAt), timeZone))}, on paper</p>
        <p className={`${styles.small} num`}>Scan checked {longTime(receivedAt, timeZone)}</p>
      </>
    );
  const clock = deviceClockWords({ deviceAt: capturedAt, receivedAt, clockOffset });
  const isApart = isDeviceTimeApart({ at: receivedAt, deviceAt: capturedAt });
  return (
    <>
      {isApart && <p className={`${styles.small} num`}>Signed on the tablet {longTime(capturedAt, timeZone)}</p>}
      <p className={`${styles.small} num`}>
        {isApart && 'Received '}
        {longTime(receivedAt, timeZone)}
      </p>
      {clock !== null && <p className={styles.small}>{clock}</p>}
      <p className={styles.small}>
        {methodPhrase(method)}
        {witness !== null && `: ${witness.name}, ${witness.role}`}
      </p>
    </>
  );
}

type LocalSignatureProps = { readonly signature: LocalSignature; readonly timeZone: string };

/** A blocked signature: the server does not have it, and it is not sent before a person has resolved the cause. */
function NotTaken({ signature: { capturedAt }, timeZone }: LocalSignatureProps) {
  return (
    <>
      <StateChip tone="stop">Not on the server</StateChip>
      <p className={`${styles.small} num`}>Kept on this tablet since {longTime(capturedAt, timeZone)}. It does not count yet.</p>
    </>
  );
}

/** A local signature that the server has not returned yet. */
function UnsentSignature({ signature: { capturedAt, method }, timeZone }: LocalSignatureProps) {
  return (
    <>
      <StateChip tone="info">Saved on this tablet</StateChip>
      <p className={`${styles.small} num`}>Signed on the tablet {longTime(capturedAt, timeZone)}</p>
      <p className={styles.small}>{methodPhrase(method)}</p>
    </>
  );
}

/** In the list of signatures: why the patient's is not there. */
function NoPatientSignature({ formType }: Pick<Consent, 'formType'>) {
  return deciderOf(formType) === 'clinician' ? <li>The patient does not sign: cannot decide</li> : null;
}

/** A signature as captured: its ink as a vector, its typed name, or nothing for a spoken one. */
function SignatureInk({ signature: { strokes, typedName, name } }: { readonly signature: Signature }) {
  if (strokes !== null && strokes.length > 0)
    return <Ink className={styles.ink} strokes={strokes} label={`Signature of ${name}`} />;
  return typedName === null ? null : <p className={styles.typed}>{typedName}</p>;
}
