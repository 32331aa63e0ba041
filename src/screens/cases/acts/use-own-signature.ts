import { hasInk } from '#domain/values/ink.ts';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { signatureFaults, type SignatureFault, type Strokes } from '#domain/signing/signature.ts';
import { holdEditLock } from '#src/device/edit-lock.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { readClinicianInk, saveClinicianInk, useSign } from '#src/queries/sign.ts';
import type { SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import { signatureNameQuestion } from './signature-name-question.ts';
import { useCaptureTime } from './use-capture-time.ts';
import type { OpenPointReasonFields } from './use-open-point-reasons.ts';

/** A signature that is being given. */
export type OwnSignature = ReturnType<typeof useOwnSignature>;

type Around = { readonly consent: Consent; readonly name: string; readonly signsAs: SignerRole };

/** The one signature under an own account, typed or drawn; the name is typed already. Ink outlives a reload of the page. */
export function useOwnSignature({ consent, name, signsAs }: Around) {
  const { consentID, contentDigest } = consent;
  const [way, setWay] = useState<'DRAWN' | 'TYPED'>('TYPED');
  const [ink, setInk] = useState<Strokes>([]);
  const [isDrawing, setIsDrawing] = useState(false);
  const pad = useRef<SignaturePadHandle>(null);
  const [typedName, setTypedName] = useState(name);
  const confirmedName = useRef<string | null>(null);
  const [faults, setFaults] = useState<readonly SignatureFault[]>([]);
  const keyFor = useIdempotencyKey();
  const captureTime = useCaptureTime();
  const sign = useSign();
  useDrawnBefore(consent, pad, (restored) => {
    setInk(restored);
    setWay('DRAWN');
  });
  // Until the screen has refetched, the button is still rendered.
  const isSubmitted = sign.isPending || sign.isSuccess;
  const isSigning = isDrawing || ink.length > 0 || typedName !== name;
  // While a person signs, the app is not updated and nobody is signed out.
  useEffect(() => (isSigning ? holdEditLock() : undefined), [isSigning]);
  const mend = (path: string) => setFaults((found) => found.filter((each) => each.path !== path));
  return {
    way,
    setWay,
    pad,
    ink,
    typedName,
    faults,
    isSubmitted,
    startInk: () => setIsDrawing(true),
    changeInk: (drawn: Strokes) => {
      setIsDrawing(false);
      setInk(drawn);
      mend('strokes');
      // A failure to save the ink is reported when the signature is submitted: nobody is interrupted while drawing.
      if (contentDigest !== null) void saveClinicianInk({ consentID, contentDigest }, drawn).catch(() => undefined);
    },
    changeName: (text: string) => {
      setTypedName(text);
      mend('typedName');
    },
    /** @param statement - the sentence that is signed under; @param openPoints - of the clinician: what stays open, and why */
    give: (statement: string, digest: string, openPoints?: OpenPointReasonFields) => {
      if (isSubmitted) return;
      const strokes = pad.current?.strokes() ?? ink;
      const signature = way === 'DRAWN' ? { method: way, strokes } : { method: way, ...(hasInk(typedName) ? { typedName } : {}) };
      const wrong = [...(openPoints?.faults ?? []), ...signatureFaults(signature)];
      setFaults(wrong);
      if (wrong.length > 0) return;
      const question =
        way === 'TYPED'
          ? signatureNameQuestion(typedName, { accountName: name, confirmedName: confirmedName.current, isOwn: true })
          : undefined;
      if (question !== undefined) {
        confirmedName.current = typedName;
        setFaults([{ path: 'typedName', message: question }]);
        return;
      }
      // Left out where nothing is open: during an update a server of the build before may take the call, which does not know the field.
      const left = openPoints === undefined || openPoints.reasons.length === 0 ? {} : { openPoints: [...openPoints.reasons] };
      const fields = {
        consentID,
        role: signsAs,
        name,
        statement,
        contentDigest: digest,
        ...signature,
        ...left,
        ...answersShown(consent),
      };
      const key = keyFor(fields);
      const body = { ...fields, ...captureTime(key) };
      void sign.mutateAsync({ body, key }).then(
        ({ message }) => noticeSuccess(message),
        (failure: unknown) => setFaults(failureProblems(failure)),
      );
    },
  };
}

/** The answers after the signature of others that this page shows. Left out, as above, where nobody could give any. */
function answersShown(consent: Consent): { answersSeen?: string[] } {
  const { laterAnswers = [] } = consent;
  if (laterAnswers.length === 0 && openPointsOnForm(consent).length === 0) return {};
  return { answersSeen: laterAnswers.map(({ digest }) => digest) };
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
