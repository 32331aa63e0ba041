import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { signing } from '#contract/signing.ts';
import { useContext } from 'react';
import { callWithTicket } from '#src/sign/api.ts';
import { settleConfirmation } from '#src/sign/identity-confirmation.ts';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { NotNow } from '#src/sign/pieces/NotNow.tsx';
import { openQuestion } from '#src/sign/steps.ts';
import { useSubmit } from '#src/sign/use-submit.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ByLink } from '#src/sign/texts/use-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** Asks for questions. A "no" goes on; a question goes to the clinician, and nobody signs until it is answered. */
export function QuestionPage({ visiting, details: { consent }, navigation }: SignerStepProps) {
  const { question: words } = useFormTexts();
  const { visit, dispatch, attemptFor, refresh } = visiting;
  const byLink = useContext(ByLink);
  const { isSending, problems, showProblems, send } = useSubmit(visiting, words);
  const { asks, question } = visit.input;
  const onward = () => {
    if (asks === null) return showProblems([{ field: 'asks', message: words.choose }]);
    if (!asks) return dispatch({ kind: 'onward' });
    if (!hasInk(question)) return showProblems([{ field: 'text', message: words.empty }]);
    return void send(async () => {
      const fields = { consentID: consent.consentID, text: question };
      // The same words after an answer are another question, so they get another idempotency key.
      const { key } = attemptFor(`recordQuestion ${consent.questions.length}`, fields, () => fields);
      await settleConfirmation();
      const { data } = await callWithTicket(signing.recordQuestion, fields, { key });
      dispatch({ kind: 'questions', questions: [...consent.questions, data] });
      dispatch({ kind: 'input', input: { question: '', asks: null } });
    });
  };
  const open = openQuestion(consent);
  if (open !== undefined)
    return (
      <SignerPage
        key="waiting"
        {...navigation}
        h1={words.waiting}
        actions={
          <>
            {byLink?.lookAgain(refresh)}
            <NotNow dispatch={dispatch} />
          </>
        }
      >
        <p>{open.text === '' ? words.waitingOther : words.waitingLead}</p>
        <QuestionList questions={consent.questions} />
        <p>{words.waitingNext}</p>
      </SignerPage>
    );
  return (
    <SignerPage
      {...navigation}
      h1={words.h1}
      problems={problems}
      actions={
        <ReadOn dispatch={dispatch} onClick={onward} isBusy={isSending} {...(asks === true ? { label: words.send } : {})} />
      }
    >
      <p>{words.lead}</p>
      <QuestionList questions={consent.questions} />
      <Choose
        id="asks"
        legend={words.h1}
        isLegendHidden
        options={[
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
        ]}
        value={asks === null ? null : asks ? 'yes' : 'no'}
        onValue={(value) => dispatch({ kind: 'input', input: { asks: value === 'yes' } })}
        problems={problems}
      />
      {asks === true && (
        <SignerField
          id="text"
          label={words.label}
          value={question}
          onValue={(value) => dispatch({ kind: 'input', input: { question: value } })}
          problems={problems}
          most={NOTE_MOST}
          lines={4}
        />
      )}
    </SignerPage>
  );
}

/** Questions that were asked before, with their answers. */
export function QuestionList({ questions }: Pick<SignerStepProps['details']['consent'], 'questions'>) {
  const { question: words } = useFormTexts();
  // Somebody else's question has no words here.
  const own = questions.filter(({ text }) => text !== '');
  return own.map(({ id, text, answer, answeredBy }) => (
    <section key={id} className="card">
      <h2>{words.asked}</h2>
      <p className="kept-lines">
        <bdi>{text}</bdi>
      </p>
      {answer !== null && (
        <>
          <h3>{words.answer(answeredBy ?? '')}</h3>
          <p className="kept-lines" dir="auto">
            {answer}
          </p>
        </>
      )}
    </section>
  ));
}
