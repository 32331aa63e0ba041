import { spokenName } from '#domain/patients/patient-name.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import type { ReactNode } from 'react';
import { NotNow } from '#src/sign/pieces/NotNow.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ProcedureHeading } from '#src/sign/pieces/ProcedureWords.tsx';
import { mayAnswer, unansweredOf, type SignerStep } from '#src/sign/steps.ts';
import { useAnswers } from '#src/sign/use-answers.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { EnglishWords } from '#src/sign/pieces/EnglishWords.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** All answers on one page, before the signature. */
export function Check({ visiting, details, place }: SignerStepProps) {
  const { identity, date } = useTexts();
  const { check, choices, sign } = useFormTexts();
  const { dispatch } = visiting;
  const { isSending, keep } = useAnswers(visiting, details);
  const { consent, patient, recipients } = details;
  const change = mayAnswer(details) ? (at: SignerStep) => () => dispatch({ kind: 'change', at }) : () => undefined;
  const wantsTalk = consent.additionalChoices.some(({ answer }) => answer === 'DISCUSS');
  const unanswered = unansweredOf(consent.additionalChoices);
  const changeChoices = change('choices');
  return (
    <SignerPage
      {...place}
      h1={check.h1}
      actions={
        <>
          {/* An answer that is still being sent changes the signed content, so signing waits for it. */}
          <Onward onClick={() => keep(null)} isBusy={isSending} />
          <NotNow dispatch={dispatch} isBusy={isSending} />
        </>
      }
    >
      {unanswered.length > 0 && (
        <section className="card note">
          <h2>{choices.unanswered}</h2>
          <ul className="unanswered">
            {unanswered.map(({ id, title }) => (
              <li key={id} className="together">
                <span>
                  <EnglishWords>{title}</EnglishWords>
                </span>
                <ChangeButton what={<EnglishWords>{title}</EnglishWords>} onChange={changeChoices} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {wantsTalk && <p className="card note">{check.talk}</p>}
      <dl className="facts">
        <Fact name={identity.name}>
          <bdi>{spokenName(patient)}</bdi>
        </Fact>
        <Fact name={identity.birth}>{date(patient.dateOfBirth)}</Fact>
        <Fact name={check.planned}>
          {consent.procedures.map((each, at) => (
            <p key={at}>
              <ProcedureHeading of={each} />
            </p>
          ))}
        </Fact>
        <Fact name={check.matters} onChange={change('matters')}>
          <span className="kept-lines" dir="auto">
            {consent.mattersToMe === '' ? check.nothing : consent.mattersToMe}
          </span>
        </Fact>
        {consent.additionalChoices.map(
          ({ id, title, answer }) =>
            answer !== null && (
              <Fact key={id} name={<EnglishWords>{title}</EnglishWords>} onChange={changeChoices}>
                {choices[answer]}
              </Fact>
            ),
        )}
        {consent.refusals.length > 0 && (
          <Fact name={choices.refusals}>
            <bdi {...ENGLISH}>{consent.refusals.join('; ')}</bdi>
          </Fact>
        )}
        <Fact name={check.question} onChange={() => dispatch({ kind: 'change', at: 'question' })}>
          {consent.questions.length === 0 ? check.noQuestion : check.answered}
        </Fact>
        <Fact name={check.signers}>
          {recipients.map(({ signing_order, recipient_name }) => (
            <p key={signing_order}>
              <bdi>{recipient_name}</bdi>
            </p>
          ))}
        </Fact>
        <Fact name={check.version}>{check.versionOf(consent.versionNumber)}</Fact>
      </dl>
      <SignerField
        id="comments"
        label={sign.comments}
        hint={sign.commentsHint}
        value={visiting.visit.input.comments}
        onValue={(comments) => dispatch({ kind: 'typed', typed: { comments } })}
        most={NOTE_MOST}
        lines={3}
      />
    </SignerPage>
  );
}

type FactProps = { readonly name: ReactNode; readonly children: ReactNode; readonly onChange?: (() => void) | undefined };

function Fact({ name, children, onChange }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <div>{children}</div>
        <ChangeButton what={name} onChange={onChange} />
      </dd>
    </div>
  );
}

/** A way to the page of one answer; nothing where it cannot change any more. */
function ChangeButton({ what, onChange }: { readonly what: ReactNode; readonly onChange: (() => void) | undefined }) {
  const { check } = useFormTexts();
  if (onChange === undefined) return null;
  return (
    <button type="button" className="change" onClick={onChange}>
      {check.change}
      <span className="unseen"> {what}</span>
    </button>
  );
}
