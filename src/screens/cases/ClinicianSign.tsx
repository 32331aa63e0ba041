import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Consent } from '#contract/record-shapes.ts';
import type { RecordSummary } from '#contract/record-summary.ts';
import { signatureFaults, type Fault, type Strokes } from '#domain/signature.ts';
import { beBusy } from '#src/held/busy.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { inkBefore, keepInk, useSign } from '#src/queries/sign.ts';
import { useSteadyKey } from '#src/queries/steady-key.ts';
import { clockOffset } from '#src/session/clock.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import styles from './cases.module.css';
import { SignaturePad } from './SignaturePad.tsx';
import { ShownNotice } from './ShownNotice.tsx';
import { useShownCheck } from './shown-check.ts';

const WAYS = [
  { value: 'DRAWN', label: 'Draw my signature' },
  { value: 'TYPED', label: 'Type my name' },
] as const;

type Props = { readonly consent: Consent; readonly patient: RecordSummary['patient']; readonly name: string };

/** The clinician's block: the sentence signed under, a check that this is the form that was sent, and a signature, once. */
export function ClinicianSign({ consent, patient, name }: Props) {
  const [way, setWay] = useState<'DRAWN' | 'TYPED'>('DRAWN');
  const [ink, setInk] = useState<Strokes>([]);
  const [typedName, setTypedName] = useState('');
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const keyFor = useSteadyKey();
  const moment = useRef({ key: '', capturedAt: '', clockOffset: 0 });
  const check = useShownCheck(consent, patient);
  const sign = useSign();
  useDrawnBefore(consent, setInk);
  // Until the screen has followed, there is still a button.
  const isGiven = sign.isPending || sign.isSuccess;
  const isSigning = ink.length > 0 || typedName !== '';
  // Nothing replaces the app, and nobody is signed out, under the hand of somebody who signs.
  useEffect(() => (isSigning ? beBusy() : undefined), [isSigning]);
  const statement = consent.statements['CLINICIAN'];
  if (statement === undefined || consent.contentDigest === null) return null;

  const errorAt = (path: string) => faults.find((each) => each.path === path)?.message;
  const give = (contentDigest: string) => {
    if (isGiven) return;
    const given =
      way === 'DRAWN' ? { method: way, strokes: ink } : { method: way, ...(typedName.trim() === '' ? {} : { typedName }) };
    const wrong = signatureFaults(given);
    setFaults(wrong);
    if (wrong.length > 0) return;
    const fields = { consentID: consent.consentID, role: 'CLINICIAN' as const, name, statement, contentDigest, ...given };
    const key = keyFor(fields);
    // The same signature, sent again, keeps the moment at which it was given.
    if (moment.current.key !== key) moment.current = { key, capturedAt: new Date().toISOString(), clockOffset: clockOffset() };
    const { capturedAt, clockOffset: offset } = moment.current;
    const body = { ...fields, capturedAt, clockOffset: offset };
    void sign.mutateAsync({ body, key }).then(
      ({ message }) => noticeSuccess(message),
      (failure: unknown) => setFaults(failureProblems(failure)),
    );
  };
  const digest = consent.contentDigest;
  // What cannot be kept at pen-up is told when it is signed with: nobody is interrupted while drawing.
  const keepDrawn = (drawn: Strokes) =>
    void keepInk({ consentID: consent.consentID, contentDigest: digest }, drawn).catch(() => undefined);
  return (
    <Panel title="Sign as clinician">
      <div className={styles.stack} id="clinician-sign">
        <ErrorSummary
          problems={faults.map(({ path, message }) => ({ field: path === '' ? undefined : `sign-${path}`, message }))}
        />
        <blockquote className={styles.quote}>{statement}</blockquote>
        <ShownNotice check={check} />
        <ChoiceCards id="sign-method" label="How do you sign?" choices={WAYS} value={way} onChange={setWay} />
        {way === 'DRAWN' ? (
          <SignaturePad
            id="sign-strokes"
            label="Sign in the box"
            ink={ink}
            onInk={setInk}
            onDone={keepDrawn}
            error={errorAt('strokes')}
          />
        ) : (
          <TextField
            id="sign-typedName"
            label="Your name"
            autoComplete="name"
            maxLength={200}
            value={typedName}
            onChange={setTypedName}
            error={errorAt('typedName')}
          />
        )}
        <p className={styles.small}>You sign as {name}. The signature is kept with the time and with exactly this form.</p>
        <div>
          <Button onClick={() => give(digest)} loading={isGiven} disabled={check !== 'same'}>
            Sign as clinician
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** What was drawn under this very form before a reload stands in the pad again, unless something is drawn by now. */
function useDrawnBefore({ consentID, contentDigest }: Consent, setInk: (change: (ink: Strokes) => Strokes) => void): void {
  useEffect(() => {
    if (contentDigest === null) return;
    void inkBefore({ consentID, contentDigest }).then((kept) => setInk((ink) => (ink.length > 0 ? ink : kept)));
  }, [consentID, contentDigest, setInk]);
}
