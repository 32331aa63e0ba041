import { CHOICE_ANSWERS } from '#domain/consent.ts';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { mayAnswer } from '#src/sign/steps.ts';
import { useAnswers } from '#src/sign/use-answers.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from './step-props.ts';

/** The choices beside the procedure, each with three equal answers, and what the patient has already refused. */
export function Choices({ visiting, details, place }: SignerStepProps) {
  const { choices: words, fixed } = useFormTexts();
  const { visit, dispatch } = visiting;
  const { isSending, problems, keep, keepSoon } = useAnswers(visiting, details);
  const { additionalChoices, refusals, signatures } = details.consent;
  const { choices } = visit.input;
  const isOpen = mayAnswer(details);
  const isChanged = choices.some(({ answer }, at) => answer !== additionalChoices[at]?.answer);
  const onward = () => keep(isOpen && isChanged ? { additionalChoices: [...choices] } : null);
  const options = CHOICE_ANSWERS.map((value) => ({ value, label: words[value] }));
  return (
    <SignerPage {...place} h1={words.h1} problems={problems} actions={<Onward onClick={onward} isBusy={isSending} />}>
      {refusals.length > 0 && (
        <section className="card">
          <h2>{words.refusals}</h2>
          <ul>
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
              id={`choice-${id}`}
              legend={title}
              options={options}
              value={answer}
              onValue={(value) => {
                const chosen = choices.map((each) => (each.id === id ? { ...each, answer: value } : each));
                dispatch({ kind: 'typed', typed: { choices: chosen } });
                keepSoon({ additionalChoices: chosen });
              }}
            />
          ))
        : additionalChoices.map(({ id, title, answer }) => (
            <section key={id} className="card">
              <p>{title}</p>
              <p>
                <b>{answer === null ? words.none : words[answer]}</b>
              </p>
            </section>
          ))}
      {!isOpen && signatures.length > 0 && <p>{fixed}</p>}
    </SignerPage>
  );
}
