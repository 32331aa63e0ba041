import './heard.css';
import { call, CallFailed, Unreachable } from '#contract/engine/call.ts';
import { CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { experience } from '#contract/experience/experience.ts';
import { COLLABORATE } from '#domain/experience/collaborate.ts';
import type { SpokenWording } from '#domain/experience/experience-settings.ts';
import { languageAttributes } from '#domain/values/patient-languages.ts';
import { useEffect, useRef, useState } from 'react';
import { clockedFetch, type SignerCallProblem } from '#src/sign/api.ts';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { Problems } from '#src/sign/pieces/Problems.tsx';
import { heardTexts } from '#src/sign/texts/heard-texts.ts';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';
import { settlePass } from './settled-pass.ts';

type Props = { readonly pass: string; readonly wording: SpokenWording };

type Ending = 'sent' | 'skipped' | 'ended';

/** Three questions with equal answers, and two equal ways on. */
export function HeardQuestions({ pass, wording }: Props) {
  const texts = useTranslation()?.heard ?? heardTexts;
  const [chosen, setChosen] = useState<readonly (number | null)[]>(() => wording.questions.map(() => null));
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [ending, setEnding] = useState<Ending | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The buttons that had the focus are gone.
    if (ending !== null) heading.current?.focus();
  }, [ending]);
  const end = (how: Ending) => {
    settlePass(pass);
    setProblems([]);
    setEnding(how);
  };
  const send = async () => {
    if (isBusy) return;
    const missing = chosen.flatMap((answer, at) =>
      answer === null ? [{ field: fieldOf(at), message: texts.missing(at + 1) }] : [],
    );
    setProblems(missing);
    if (missing.length > 0) return;
    setBusy(true);
    try {
      await sendAnswers(pass, chosen);
      end('sent');
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'PASS_ENDED') end('ended');
      else if (error instanceof Unreachable) setProblems([{ message: texts.unsure }]);
      else if (error instanceof CallFailed) setProblems([{ message: error.message, isEnglish: true }]);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  const ofWording = languageAttributes(wording.language);
  return (
    <section className="card heard" aria-labelledby="heard">
      <h2 id="heard" tabIndex={-1} ref={heading}>
        {ending === null ? texts.h2 : texts[ending]}
      </h2>
      {ending === null && (
        <>
          <p>{texts.lead}</p>
          {problems.length > 0 && <Problems problems={problems} />}
          {wording.questions.map((question, at) => (
            <Choose
              key={question}
              id={fieldOf(at)}
              legend={<bdi {...ofWording}>{question}</bdi>}
              options={wording.answers.map((answer, value) => ({
                value: String(value),
                label: <bdi {...ofWording}>{answer}</bdi>,
              }))}
              value={chosen[at] === null || chosen[at] === undefined ? null : String(chosen[at])}
              onValue={(value) => setChosen(chosen.map((before, of) => (of === at ? Number(value) : before)))}
              problems={problems}
            />
          ))}
          <div className="heard-acts">
            <button type="button" className="button" aria-disabled={isBusy} onClick={() => !isBusy && end('skipped')}>
              {texts.skip}
            </button>
            <button type="button" className="button" aria-disabled={isBusy} onClick={() => void send()}>
              {texts.send}
            </button>
          </div>
          <p className="small">
            <bdi {...ENGLISH}>
              {COLLABORATE.name}. {COLLABORATE.source}. {COLLABORATE.licence}.
            </bdi>
          </p>
        </>
      )}
    </section>
  );
}

function fieldOf(at: number): string {
  return `heard-${at + 1}`;
}

/** Sends answers without the ticket: nothing in the call says whose they are. @throws as the contract's `call` */
async function sendAnswers(pass: string, [q1, q2, q3]: readonly (number | null)[]): Promise<void> {
  const answers = { pass, q1: q1 ?? 0, q2: q2 ?? 0, q3: q3 ?? 0 };
  await call(experience.experienceAnswer, answers, { fetch: clockedFetch, root: '/api', limitMs: CALL_TIMEOUT });
}
