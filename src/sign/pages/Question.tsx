import { signing } from '#contract/signing.ts';
import { ask } from '../ask.ts';
import { Choose } from '../pieces/Choose.tsx';
import { Field } from '../pieces/Field.tsx';
import { Onward } from '../pieces/Onward.tsx';
import { Page } from '../pieces/Page.tsx';
import { NotNow } from '../pieces/NotNow.tsx';
import { openQuestion } from '../steps.ts';
import { useSending } from '../use-sending.ts';
import { useFormWords } from '../form-words.ts';
import type { StepProps } from './step-props.ts';

/** Any question? A "no" goes on; a question goes to the clinician, and until it is answered nobody signs. */
export function Question({ visiting, details: { consent }, place }: StepProps) {
  const { question: words } = useFormWords();
  const { visit, dispatch, attemptFor } = visiting;
  const { isSending, problems, tell, send } = useSending(visiting, words);
  const { asks, question } = visit.typed;
  const onward = () => {
    if (asks === null) return tell([{ field: 'asks', message: words.choose }]);
    if (!asks) return dispatch({ kind: 'onward' });
    if (question.trim() === '') return tell([{ field: 'text', message: words.empty }]);
    return void send(async () => {
      const fields = { consentID: consent.consentID, text: question };
      // The same words after an answer are another question.
      const { key } = attemptFor(`recordQuestion ${consent.questions.length}`, fields, () => fields);
      const { data } = await ask(signing.recordQuestion, fields, { key });
      dispatch({ kind: 'questions', questions: [...consent.questions, data] });
      dispatch({ kind: 'typed', typed: { question: '', asks: null } });
    });
  };
  const open = openQuestion(consent);
  if (open !== undefined)
    return (
      <Page key="waiting" {...place} h1={words.waiting} actions={<NotNow dispatch={dispatch} />}>
        <p>{words.waitingLead}</p>
        <Asked questions={consent.questions} />
        <p>{words.waitingNext}</p>
      </Page>
    );
  return (
    <Page
      {...place}
      h1={words.h1}
      problems={problems}
      actions={<Onward onClick={onward} isBusy={isSending} {...(asks === true ? { label: words.send } : {})} />}
    >
      <p>{words.lead}</p>
      <Asked questions={consent.questions} />
      <Choose
        id="asks"
        legend={words.h1}
        isLegendHidden
        options={[
          { value: 'no', label: words.no },
          { value: 'yes', label: words.yes },
        ]}
        value={asks === null ? null : asks ? 'yes' : 'no'}
        onValue={(value) => dispatch({ kind: 'typed', typed: { asks: value === 'yes' } })}
        problems={problems}
      />
      {asks === true && (
        <Field
          id="text"
          label={words.label}
          value={question}
          onValue={(value) => dispatch({ kind: 'typed', typed: { question: value } })}
          problems={problems}
          most={2000}
          lines={4}
        />
      )}
    </Page>
  );
}

function Asked({ questions }: Pick<StepProps['details']['consent'], 'questions'>) {
  const { question: words } = useFormWords();
  return questions.map(({ id, text, answer, answeredBy }) => (
    <section key={id} className="card">
      <h2>{words.asked}</h2>
      <p className="kept-lines">
        <bdi>{text}</bdi>
      </p>
      {answer !== null && (
        <>
          <h3>{words.answer(answeredBy ?? '')}</h3>
          <p className="kept-lines">{answer}</p>
        </>
      )}
    </section>
  ));
}
