import { isInterpreter } from '#domain/forms/signer-roles.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { holdEditLock } from '#src/device/edit-lock.ts';
import { clockOffset } from '#src/device/clock.ts';
import { currentTicket } from '#src/session/handover.ts';
import { attemptOf } from '#src/session/idempotency-key.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { NotNow } from '#src/sign/pieces/NotNow.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { StatementWords } from '#src/sign/pieces/StatementWords.tsx';
import type { SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import { SignBy } from '#src/sign/pieces/SignBy.tsx';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { submit } from '#src/sign/submit.ts';
import { digestShownContent } from '#src/sign/content-digest.ts';
import { signatureFieldsOf, type SignatureBody } from '#src/sign/signature-body.ts';
import { useSignatureProblems } from '#src/sign/use-signature-problems.ts';
import { machineTranslation } from '#src/sign/machine-translation.ts';
import { useSubmit } from '#src/sign/use-submit.ts';
import { ENGLISH, PLAIN, ReadingLanguage, useTranslation } from '#src/sign/texts/reading-language.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The signature: drawn, typed, a mark or spoken. The page never says "sent" before the server has answered. */
export function Sign({ visiting, details, navigation }: SignerStepProps) {
  const { sign } = useFormTexts();
  const translation = useTranslation();
  const { visit, dispatch } = visiting;
  const { isSending, problems, showProblems, send } = useSubmit(visiting, sign);
  const pad = useRef<SignaturePadHandle>(null);
  const witnessPad = useRef<SignaturePadHandle>(null);
  const problemsOf = useSignatureProblems(details);
  // No update replaces the app, and nobody is signed out, while somebody signs.
  useEffect(holdEditLock, []);
  const accept = () => {
    const { method, ink } = visit.input;
    const drawn = method === 'DRAWN' || method === 'MARK_WITNESSED' ? ink[method] : [];
    const witnessInk = witnessPad.current?.strokes() ?? visit.input.witnessInk;
    const entered = { ...visit.input, witnessInk, strokes: pad.current?.strokes() ?? drawn };
    const wrong = problemsOf(entered);
    if (wrong.length > 0) return showProblems(wrong);
    return void send(async () => {
      const digest = await digestShownContent(details);
      if (digest !== details.contentDigest) return dispatch({ kind: 'halted', why: 'changed' });
      const fields = { ...signatureFieldsOf(details, digest, entered), ...translation?.evidence, ...machineTranslation() };
      const store = await whenSignerStoreReady(currentTicket());
      // Offline, no answer has set the clock offset of this page yet: the staff page's offset came with the handoff.
      const offset = Math.round(clockOffset() || (store?.clockOffset ?? 0));
      const complete = (fields: SignatureBody) => ({ ...fields, capturedAt: new Date().toISOString(), clockOffset: offset });
      const signature = attemptOf({ last: visit.signature, fields, complete, newKey: () => crypto.randomUUID() });
      dispatch({ kind: 'signature', signature });
      const result = await submit({ call: 'recordSign', input: signature.body, key: signature.key });
      dispatch({ kind: 'over', ending: 'signed', isQueued: result.kind === 'queued' });
    });
  };
  return (
    <SignerPage
      {...navigation}
      h1={sign.h1}
      layout="sign"
      problems={problems}
      actions={
        <>
          <Onward onClick={accept} label={isSending ? sign.sending : sign.send} isBusy={isSending} />
          <NotNow dispatch={dispatch} isBusy={isSending} />
        </>
      }
    >
      <Statement>
        {translation?.statement(details)}
        <p {...ENGLISH}>
          {/* Letter for letter, also where other words are read in another language. */}
          <ReadingLanguage value={PLAIN}>
            <StatementWords statement={details.statement} procedures={details.consent.procedures} />
          </ReadingLanguage>
        </p>
      </Statement>
      <SignBy
        visit={visit}
        dispatch={dispatch}
        details={details}
        problems={problems}
        pad={pad}
        witnessPad={witnessPad}
        onOtherWay={() => showProblems([])}
      />
      {isInterpreter(details.role) && (
        <SignerField
          id="comments"
          label={sign.comments}
          hint={sign.commentsHint}
          value={visit.input.comments}
          onValue={(comments) => dispatch({ kind: 'input', input: { comments } })}
          problems={problems}
          most={NOTE_MOST}
          lines={3}
        />
      )}
    </SignerPage>
  );
}

/** The words that are signed: all of them, or in large letters their first lines, until somebody wants to read all. */
function Statement({ children }: { readonly children: ReactNode }) {
  const { sign } = useFormTexts();
  const [isWhole, setWhole] = useState(false);
  return (
    <section className="statement" data-whole={isWhole || undefined}>
      <h2>{sign.says}</h2> {children}
      {!isWhole && (
        <button type="button" className="change" onClick={() => setWhole(true)}>
          {sign.readAll}
        </button>
      )}
    </section>
  );
}
