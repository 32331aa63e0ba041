import { CHOICE_ANSWERS, type AdditionalChoice } from '#domain/consents/consent.ts';
import { useEffect, useRef, useState } from 'react';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { StopHere } from '#src/sign/pieces/StopHere.tsx';
import { isFixed, mayAnswer, unansweredOf } from '#src/sign/steps.ts';
import { useAnswers } from '#src/sign/use-answers.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { EnglishWords } from '#src/sign/pieces/EnglishWords.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The choices beside the procedure, each with three equal answers, and what the patient has already refused. */
export function Choices({ visiting, details, navigation }: SignerStepProps) {
  const { choices: words, fixed } = useFormTexts();
  const { visit, dispatch } = visiting;
  const { isSending, problems, keep, keepSoon } = useAnswers(visiting, details);
  const [isAsking, setAsking] = useState(false);
  const { additionalChoices, refusals } = details.consent;
  const { choices } = visit.input;
  const isOpen = mayAnswer(details);
  const isChanged = choices.some(({ answer }, at) => answer !== additionalChoices[at]?.answer);
  const onward = () => keep(isOpen && isChanged ? { additionalChoices: [...choices] } : null);
  const unanswered = isOpen ? unansweredOf(choices) : [];
  const showsUnanswered = isAsking && unanswered.length > 0;
  const answerNow = () => {
    setAsking(false);
    document.getElementById(fieldOf(unanswered[0]?.id ?? ''))?.focus();
  };
  const options = CHOICE_ANSWERS.map((value) => ({ value, label: words[value] }));
  return (
    <SignerPage
      {...navigation}
      h1={words.h1}
      problems={problems}
      actions={
        showsUnanswered ? (
          <>
            {/* The first button stands where Continue stood: a second tap there answers, and leaves nothing out. */}
            <Onward onClick={answerNow} label={words.answerNow} isBusy={isSending} />
            <button type="button" className="button" aria-disabled={isSending} onClick={onward}>
              {words.leave}
            </button>
            <StopHere dispatch={dispatch} isBusy={isSending} />
          </>
        ) : (
          <ReadOn dispatch={dispatch} onClick={unanswered.length > 0 ? () => setAsking(true) : onward} isBusy={isSending} />
        )
      }
    >
      {showsUnanswered && <Unanswered choices={unanswered} />}
      {refusals.length > 0 && (
        <section className="card">
          <h2>{words.refusals}</h2>
          <ul {...ENGLISH}>
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </section>
      )}
      {isOpen && additionalChoices.length > 0 && <p>{words.lead}</p>}
      {isOpen
        ? choices.map(({ id, title, answer }) => (
            <Choose
              key={id}
              id={fieldOf(id)}
              legend={<EnglishWords>{title}</EnglishWords>}
              options={options}
              value={answer}
              onValue={(value) => {
                const chosen = choices.map((each) => (each.id === id ? { ...each, answer: value } : each));
                dispatch({ kind: 'input', input: { choices: chosen } });
                keepSoon({ additionalChoices: chosen });
              }}
            />
          ))
        : additionalChoices.map(({ id, title, answer }) => (
            <section key={id} className="card">
              <p>
                <EnglishWords>{title}</EnglishWords>
              </p>
              <p>
                <b>{answer === null ? words.none : words[answer]}</b>
              </p>
            </section>
          ))}
      {!isOpen && isFixed(details) && <p>{fixed}</p>}
    </SignerPage>
  );
}

/** Names what has no answer yet, and asks once whether that is meant. */
function Unanswered({ choices }: { readonly choices: readonly AdditionalChoice[] }) {
  const { choices: words } = useFormTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div className="card note" role="alert" tabIndex={-1} ref={box}>
      <h2>{words.unanswered}</h2>
      <ul>
        {choices.map(({ id, title }) => (
          <li key={id}>
            <EnglishWords>{title}</EnglishWords>
          </li>
        ))}
      </ul>
      <p>{words.leaveAsk}</p>
    </div>
  );
}

/** Id of a choice's first radio button, and its field name in a problem. */
function fieldOf(id: string): string {
  return `choice-${id}`;
}
