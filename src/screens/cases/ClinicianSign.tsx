import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Input } from '#contract/calls.ts';
import type { Consent, RecordSummary } from '#contract/record-shapes.ts';
import { signatureFaults, type Fault, type Strokes } from '#domain/signature.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useSign } from '#src/queries/consents.ts';
import { clockOffset } from '#src/session/clock.ts';
import { attemptOf, type Attempt } from '#src/sign/attempt.ts';
import { Pad, type PadHandle } from '#src/sign/pieces/Pad.tsx';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import styles from './cases.module.css';
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
  const pad = useRef<PadHandle>(null);
  const attempt = useRef<Attempt<Input<'recordSign'>> | null>(null);
  const check = useShownCheck(consent, patient);
  const sign = useSign();
  const statement = consent.statements['CLINICIAN'];
  if (statement === undefined || consent.contentDigest === null) return null;

  const errorAt = (path: string) => faults.find((each) => each.path === path)?.message;
  const give = (contentDigest: string) => {
    if (sign.isPending) return;
    const strokes = pad.current?.strokes() ?? ink;
    const given = way === 'DRAWN' ? { method: way, strokes } : { method: way, ...(typedName.trim() === '' ? {} : { typedName }) };
    const wrong = signatureFaults(given);
    setFaults(wrong);
    if (wrong.length > 0) return;
    attempt.current = attemptOf({
      last: attempt.current,
      fields: { consentID: consent.consentID, role: 'CLINICIAN' as const, name, statement, contentDigest, ...given },
      complete: (fields) => ({ ...fields, capturedAt: new Date().toISOString(), clockOffset: clockOffset() }),
      newKey: () => crypto.randomUUID(),
    });
    const { body, key } = attempt.current;
    sign.mutate(
      { body, key },
      { onSuccess: ({ message }) => noticeSuccess(message), onError: (failure) => setFaults(failureProblems(failure)) },
    );
  };
  const digest = consent.contentDigest;
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
          <div className={styles.tight}>
            <p id="sign-strokes-label">
              <strong>Sign in the box</strong>
            </p>
            {errorAt('strokes') !== undefined && <p className={styles.error}>{errorAt('strokes')}</p>}
            <div className={styles.pad}>
              <Pad id="sign-strokes" label="Signature box" ink={ink} onInk={setInk} handle={pad} />
            </div>
            <div>
              <Button variant="subtle" disabled={ink.length === 0} onClick={() => setInk([])}>
                Clear
              </Button>
            </div>
          </div>
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
          <Button onClick={() => give(digest)} loading={sign.isPending} disabled={check !== 'same'}>
            Sign as clinician
          </Button>
        </div>
      </div>
    </Panel>
  );
}
