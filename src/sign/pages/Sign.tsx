import { signing } from '#contract/signing.ts';
import type { SignatureInput } from '#domain/signature.ts';
import { clockOffset } from '#src/session/clock.ts';
import { useRef } from 'react';
import { ask } from '../ask.ts';
import { attemptOf, type Attempt } from '../attempt.ts';
import { NotNow } from '../pieces/NotNow.tsx';
import { Onward } from '../pieces/Onward.tsx';
import type { PadHandle } from '../pieces/Pad.tsx';
import { Page } from '../pieces/Page.tsx';
import { ProcedureWords } from '../pieces/ProcedureWords.tsx';
import { SignBy } from '../pieces/SignBy.tsx';
import { digestOfShown } from '../shown-digest.ts';
import { givenOf, signProblems, type Given } from '../signature-body.ts';
import { useSending } from '../use-sending.ts';
import { useFormWords } from '../form-words.ts';
import type { StepProps } from './step-props.ts';

/** The signature: drawn, typed, a mark or spoken. Nothing here says "sent" before the server has answered. */
export function Sign({ visiting, details, place }: StepProps) {
  const { sign } = useFormWords();
  const { visit, dispatch } = visiting;
  const { isSending, problems, tell, send } = useSending(visiting, sign);
  const pad = useRef<PadHandle>(null);
  const last = useRef<Attempt<SignatureInput> | null>(null);
  const accept = () => {
    const { way, ink } = visit.typed;
    const kept = way === 'DRAWN' || way === 'MARK_WITNESSED' ? ink[way] : [];
    const entered = { ...visit.typed, strokes: pad.current?.strokes() ?? kept };
    const wrong = signProblems(entered, sign);
    if (wrong.length > 0) return tell(wrong);
    return void send(async () => {
      const digest = await digestOfShown(details);
      if (digest !== details.contentDigest) return dispatch({ kind: 'halted', why: 'changed' });
      const fields = givenOf(details, digest, entered);
      const attempt = attemptOf({ last: last.current, fields, complete: atThisMoment, newKey: () => crypto.randomUUID() });
      last.current = attempt;
      await ask(signing.recordSign, attempt.body, attempt.key);
      dispatch({ kind: 'over', ending: 'signed' });
    });
  };
  return (
    <Page
      {...place}
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
      <div className="signing">
        <div>
          {details.consent.procedures.map((each, at) => (
            <p key={at}>
              <ProcedureWords of={each} />
            </p>
          ))}
          <section className="statement">
            <h2>{sign.says}</h2>
            <p>{details.statement}</p>
          </section>
        </div>
        <div>
          <SignBy visit={visit} dispatch={dispatch} details={details} problems={problems} pad={pad} onOtherWay={() => tell([])} />
        </div>
      </div>
    </Page>
  );
}

function atThisMoment(given: Given): SignatureInput {
  return { ...given, capturedAt: new Date().toISOString(), clockOffset: Math.round(clockOffset()) };
}
