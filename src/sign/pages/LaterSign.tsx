import { laterAnswers } from '#contract/later-answers.ts';
import { holdEditLock } from '#src/device/edit-lock.ts';
import { clockOffset } from '#src/device/clock.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useEffect, useRef } from 'react';
import { EnglishWords } from '#src/sign/pieces/EnglishWords.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignBy } from '#src/sign/pieces/SignBy.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { answersBody, laterFieldsOf } from '#src/sign/later-answers.ts';
import { machineTranslation } from '#src/sign/machine-translation.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { useSignatureProblems } from '#src/sign/use-signature-problems.ts';
import type { SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';
import { submit } from '#src/sign/submit.ts';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { useLaterTexts } from '#src/sign/texts/use-later-texts.ts';
import { useSubmit } from '#src/sign/use-submit.ts';

/** The signature under answers that are given after the form was signed: drawn or typed. */
export function LaterSign({ visiting, details, navigation }: SignerStepProps) {
  const { choices, sign } = useFormTexts();
  const words = useLaterTexts();
  const translation = useTranslation();
  const { visit, dispatch, attemptFor } = visiting;
  const { isSending, problems, showProblems, send } = useSubmit(visiting, words.sign);
  const pad = useRef<SignaturePadHandle>(null);
  const noPad = useRef<SignaturePadHandle>(null);
  const problemsOf = useSignatureProblems(details);
  useEffect(holdEditLock, []);
  const method = visit.input.method === 'TYPED' ? 'TYPED' : 'DRAWN';
  const accept = () => {
    const entered = { ...visit.input, method, strokes: pad.current?.strokes() ?? visit.input.ink.DRAWN } as const;
    const wrong = problemsOf(entered);
    if (wrong.length > 0) return showProblems(wrong);
    return void send(async () => {
      const signed = { ...laterFieldsOf(details, entered), ...translation?.evidence, ...machineTranslation() };
      const body = await answersBody(details, visit.input.again, signed);
      if (body === null) return dispatch({ kind: 'halted', why: 'changed' });
      const store = await whenSignerStoreReady(currentTicket());
      const offset = Math.round(clockOffset() || (store?.clockOffset ?? 0));
      const { key, body: input } = attemptFor('recordAnswers', body, () => ({
        ...body,
        signature: { ...body.signature, capturedAt: new Date().toISOString(), clockOffset: offset },
      }));
      const result = await submit({ call: 'recordAnswers', entry: laterAnswers.recordAnswers, input, key });
      dispatch({ kind: 'over', ending: 'answered', isQueued: result.kind === 'queued' });
    });
  };
  return (
    <SignerPage
      {...navigation}
      h1={words.sign.h1}
      layout="sign"
      problems={problems}
      actions={<Onward onClick={accept} label={isSending ? sign.sending : words.sign.send} isBusy={isSending} />}
    >
      <ul aria-label={words.sign.yours}>
        {visit.input.again.map(({ id, title, answer }) => (
          <li key={id}>
            <EnglishWords>{title}</EnglishWords> <b>{answer === null ? choices.none : choices[answer]}</b>
          </li>
        ))}
      </ul>
      <section className="statement" data-whole>
        {/* The parts may stand in one line. */}
        <h2>{sign.says}</h2>{' '}
        {translation !== null && (
          <>
            <p className="meaning">{words.meaning}</p> <p className="meaning small">{translation.about.youSign}</p>{' '}
          </>
        )}
        <p {...ENGLISH}>{details.later?.statement}</p>
      </section>
      <SignBy
        visit={{ ...visit, input: { ...visit.input, method } }}
        dispatch={dispatch}
        details={details}
        problems={problems}
        pad={pad}
        witnessPad={noPad}
        isUnwitnessed
        onOtherWay={() => showProblems([])}
      />
    </SignerPage>
  );
}
