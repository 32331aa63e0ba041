import { isSettled, type UnderstandingAnswer } from '#domain/library/understanding.ts';
import { useEffect, useRef, useState } from 'react';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { StopHere } from '#src/sign/pieces/StopHere.tsx';
import { sendUnderstanding } from '#src/sign/send-understanding.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { useUnderstandingTexts } from '#src/sign/texts/use-understanding-texts.ts';
import { questionsOf, type FormQuestion } from '#src/sign/understanding-questions.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';
import { UnderstandingQuestionPage } from './UnderstandingQuestionPage.tsx';

/**
 * The questions of the form's procedures, one at a time. A wrong answer offers its page again and asks once more; after that the
 * form goes on with any answer.
 */
export function UnderstandingPage({ visiting, details, navigation }: SignerStepProps) {
  const words = useUnderstandingTexts();
  const { visit, dispatch, attemptFor } = visiting;
  const { understood } = visit.input;
  const questions = questionsOf(details);
  const at = questions.findIndex((each) => !isSettled(each, understood));
  const question = questions[at];
  const [isAgain, setAgain] = useState(false);
  const { consentID } = details.consent;
  const send = (answers: readonly UnderstandingAnswer[]) => sendUnderstanding({ consentID, answers, attemptFor });
  // Sends the answers so far when the signer stops, goes back or returns the tablet. The ref also has an answer that was not
  // rendered any more.
  const latest = useRef(understood);
  latest.current = understood;
  const leave = useRef(() => {});
  leave.current = () => send(latest.current);
  useEffect(() => () => leave.current(), []);
  const answer = ({ id, right }: FormQuestion, option: number | null) => {
    const next = [...understood, { id, option }];
    latest.current = next;
    dispatch({ kind: 'input', input: { understood: next } });
    const open = questions.filter((each) => !isSettled(each, next));
    setAgain(option !== null && option !== right && open.some((each) => each.id === id));
    if (open.length > 0) return;
    send(next);
    if (wrongIn(questions, next).length === 0) dispatch({ kind: 'onward' });
  };
  if (question === undefined)
    return (
      <Done
        wrong={wrongIn(questions, understood)}
        navigation={navigation}
        dispatch={dispatch}
        onward={() => dispatch({ kind: 'onward' })}
      />
    );
  if (isAgain)
    return (
      <SignerPage
        key="again"
        {...navigation}
        h1={words.again.h1}
        actions={
          <>
            <Onward onClick={() => dispatch({ kind: 'change', at: question.step })} label={words.again.show} />
            <button type="button" className="button" onClick={() => answer(question, null)}>
              {words.again.leave}
            </button>
            <StopHere dispatch={dispatch} />
          </>
        }
      >
        <p {...ENGLISH}>
          <b>{question.question}</b>
        </p>
        <p>{words.again.lead}</p>
      </SignerPage>
    );
  return (
    <UnderstandingQuestionPage
      key={`${question.id}-${understood.length}`}
      question={question}
      count={questions.length}
      number={at + 1}
      navigation={navigation}
      dispatch={dispatch}
      onAnswer={(option) => answer(question, option)}
    />
  );
}

/** The questions whose last answer is wrong. */
function wrongIn(questions: readonly FormQuestion[], answers: readonly UnderstandingAnswer[]): FormQuestion[] {
  return questions.filter(({ id, right }) => {
    const last = answers.findLast((each) => each.id === id);
    return last !== undefined && last.option !== null && last.option !== right;
  });
}

type DoneProps = Pick<SignerStepProps, 'navigation'> & {
  readonly wrong: readonly FormQuestion[];
  readonly dispatch: SignerStepProps['visiting']['dispatch'];
  readonly onward: () => void;
};

function Done({ wrong, navigation, dispatch, onward }: DoneProps) {
  const words = useUnderstandingTexts();
  return (
    <SignerPage key="done" {...navigation} h1={words.done.h1} actions={<ReadOn dispatch={dispatch} onClick={onward} />}>
      <p>{words.done.lead}</p>
      {wrong.length > 0 && (
        <section className="card">
          <p>{words.done.talk}</p>
          <ul className="plain">
            {wrong.map(({ id, question }) => (
              <li key={id} {...ENGLISH}>
                {question}
              </li>
            ))}
          </ul>
        </section>
      )}
    </SignerPage>
  );
}
