import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { signatureFaults, type SignatureFault, type Strokes } from '#domain/signing/signature.ts';
import { givesSecondOpinion, type SignerRole } from '#domain/forms/signer-roles.ts';
import { holdEditLock } from '#src/device/edit-lock.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { readClinicianInk, saveClinicianInk, useSign } from '#src/queries/sign.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import type { SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from '../cases.module.css';
import { SignatureField } from './SignatureField.tsx';
import { ShownNotice } from '../ShownNotice.tsx';
import { useShownCheck } from '../shown-check.ts';
import { useCaptureTime } from './use-capture-time.ts';
import { WrongUnderstanding } from '../Understanding.tsx';
import { UnansweredChoices } from '../UnansweredChoices.tsx';

const WAYS = [
  { value: 'TYPED', label: 'Type my name' },
  { value: 'DRAWN', label: 'Draw my signature' },
] as const;

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly name: string;
  /** of the roles that sign under an own account */
  readonly signsAs?: SignerRole;
};

/** The clinician's block: the statement, a check that the form is the one that was sent, and one signature; the name is typed already. */
export function ClinicianSign({ consent, patient, name, signsAs = 'CLINICIAN' }: Props) {
  const [way, setWay] = useState<'DRAWN' | 'TYPED'>('TYPED');
  const [ink, setInk] = useState<Strokes>([]);
  const [isDrawing, setIsDrawing] = useState(false);
  const pad = useRef<SignaturePadHandle>(null);
  const [typedName, setTypedName] = useState(name);
  const [faults, setFaults] = useState<readonly SignatureFault[]>([]);
  const keyFor = useIdempotencyKey();
  const captureTime = useCaptureTime();
  const check = useShownCheck(consent, patient, signsAs);
  const sign = useSign();
  useDrawnBefore(consent, pad, (restored) => {
    setInk(restored);
    setWay('DRAWN');
  });
  // Until the screen has refetched, the button is still rendered.
  const isGiven = sign.isPending || sign.isSuccess;
  const isSigning = isDrawing || ink.length > 0 || typedName !== name;
  // While a person signs, the app is not updated and nobody is signed out.
  useEffect(() => (isSigning ? holdEditLock() : undefined), [isSigning]);
  const statement = consent.statements[signsAs];
  if (statement === undefined || consent.contentDigest === null) return null;

  const errorAt = (path: string) => faults.find((each) => each.path === path)?.message;
  const give = (contentDigest: string) => {
    if (isGiven) return;
    const strokes = pad.current?.strokes() ?? ink;
    const given = way === 'DRAWN' ? { method: way, strokes } : { method: way, ...(typedName.trim() === '' ? {} : { typedName }) };
    const wrong = signatureFaults(given);
    setFaults(wrong);
    if (wrong.length > 0) return;
    const fields = { consentID: consent.consentID, role: signsAs, name, statement, contentDigest, ...given };
    const key = keyFor(fields);
    const body = { ...fields, ...captureTime(key) };
    void sign.mutateAsync({ body, key }).then(
      ({ message }) => noticeSuccess(message),
      (failure: unknown) => setFaults(failureProblems(failure)),
    );
  };
  const digest = consent.contentDigest;
  const mend = (path: string) => setFaults((found) => found.filter((each) => each.path !== path));
  const changeInk = (drawn: Strokes) => {
    setIsDrawing(false);
    setInk(drawn);
    mend('strokes');
    // A failure to save the ink is reported when the signature is submitted: nobody is interrupted while drawing.
    void saveClinicianInk({ consentID: consent.consentID, contentDigest: digest }, drawn).catch(() => undefined);
  };
  return (
    <Panel title={givesSecondOpinion(signsAs) ? 'Give the second opinion' : 'Sign as clinician'}>
      <div className={styles.stack} id="clinician-sign">
        <ErrorSummary
          problems={faults.map(({ path, message }) => ({ field: path === '' ? undefined : `sign-${path}`, message }))}
        />
        <blockquote className={styles.quote}>{statement}</blockquote>
        <UnansweredChoices consent={consent} />
        <WrongUnderstanding consent={consent} />
        <ShownNotice check={check} />
        <ChoiceCards id="sign-method" label="How do you sign?" choices={WAYS} value={way} onChange={setWay} />
        {way === 'DRAWN' ? (
          <SignatureField
            id="sign-strokes"
            label="Sign in the box"
            ink={ink}
            onInk={changeInk}
            onBegin={() => setIsDrawing(true)}
            pad={pad}
            error={errorAt('strokes')}
          />
        ) : (
          <TextField
            id="sign-typedName"
            label="Your name"
            autoComplete="name"
            maxLength={200}
            value={typedName}
            onChange={(typed) => {
              setTypedName(typed);
              mend('typedName');
            }}
            error={errorAt('typedName')}
          />
        )}
        <p className={styles.small}>Your signature is saved with the time and with this exact form.</p>
        <div>
          <Button onClick={() => give(digest)} loading={isGiven} disabled={check !== 'same'}>
            Sign as {name}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** Restores the ink drawn under this very form before a reload, unless there is newer ink or a line being drawn by now. */
function useDrawnBefore(
  { consentID, contentDigest }: Consent,
  pad: RefObject<SignaturePadHandle | null>,
  onRestored: (ink: Strokes) => void,
): void {
  const restore = useEffectEvent((saved: Strokes) => {
    if (saved.length > 0 && (pad.current?.strokes() ?? []).length === 0) onRestored(saved);
  });
  useEffect(() => {
    if (contentDigest === null) return;
    void readClinicianInk({ consentID, contentDigest }).then(restore);
  }, [consentID, contentDigest]);
}
