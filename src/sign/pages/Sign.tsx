import { beBusy } from '#src/held/busy.ts';
import { clockOffset } from '#src/session/clock.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useEffect, useRef } from 'react';
import { NotNow } from '../pieces/NotNow.tsx';
import { Onward } from '../pieces/Onward.tsx';
import type { PadHandle } from '../pieces/Pad.tsx';
import { Page } from '../pieces/Page.tsx';
import { ProcedureWords } from '../pieces/ProcedureWords.tsx';
import { SignBy } from '../pieces/SignBy.tsx';
import { whenKept } from '../kept.ts';
import { say } from '../say.ts';
import { digestOfShown } from '../shown-digest.ts';
import { givenOf, signProblems, type Given } from '../signature-body.ts';
import { useKeptInk } from '../use-kept-ink.ts';
import { useSending } from '../use-sending.ts';
import { useFormWords } from '../form-words.ts';
import type { StepProps } from './step-props.ts';

/** The signature: drawn, typed, a mark or spoken. Nothing here says "sent" before the server has answered. */
export function Sign({ visiting, details, place }: StepProps) {
  const { sign } = useFormWords();
  const { visit, dispatch, attemptFor } = visiting;
  const { isSending, problems, tell, send } = useSending(visiting, sign);
  const pad = useRef<PadHandle>(null);
  // Nothing replaces the app, and nobody is signed out, under the hand of somebody who signs.
  useEffect(beBusy, []);
  useKeptInk(visit.typed.ink, details.contentDigest);
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
      const keeping = await whenKept(currentTicket());
      // Without a network no answer has told the server's time yet: the staff page knew it.
      const offset = Math.round(clockOffset() || (keeping?.clockOffset ?? 0));
      const complete = (given: Given) => ({ ...given, capturedAt: new Date().toISOString(), clockOffset: offset });
      const { key, body } = attemptFor('recordSign', fields, complete);
      const said = await say({ call: 'recordSign', input: body, key });
      dispatch({ kind: 'over', ending: 'signed', isKept: said.kind === 'kept' });
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
