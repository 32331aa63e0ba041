import type { TicketDetails } from '#contract/signing.ts';
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
export function Check({ visiting, details, navigation }: SignerStepProps) {
  const { check, sign } = useFormTexts();
  const { dispatch } = visiting;
  const { isSending, keep } = useAnswers(visiting, details);
  const { additionalChoices } = details.consent;
  const change = (at: SignerStep) => (mayAnswer(details) ? () => dispatch({ kind: 'change', at }) : undefined);
  return (
    <SignerPage
      {...navigation}
      h1={check.h1}
      actions={
        <>
          {/* An answer that is still being sent changes the signed content, so signing waits for it. */}
          <Onward onClick={() => keep(null)} isBusy={isSending} />
          <NotNow dispatch={dispatch} isBusy={isSending} />
        </>
      }
    >
      <Unanswered choices={additionalChoices} onChange={change('choices')} />
      {additionalChoices.some(({ answer }) => answer === 'DISCUSS') && <p className="card note">{check.talk}</p>}
      <Facts details={details} change={change} onQuestion={() => dispatch({ kind: 'change', at: 'question' })} />
      <SignerField
        id="comments"
        label={sign.comments}
        hint={sign.commentsHint}
        value={visiting.visit.input.comments}
        onValue={(comments) => dispatch({ kind: 'input', input: { comments } })}
        most={NOTE_MOST}
        lines={3}
      />
    </SignerPage>
  );
}

type UnansweredProps = {
  readonly choices: TicketDetails['consent']['additionalChoices'];
  readonly onChange: (() => void) | undefined;
};

/** The unanswered choices; nothing when all are answered. */
function Unanswered({ choices, onChange }: UnansweredProps) {
  const texts = useFormTexts();
  const unanswered = unansweredOf(choices);
  if (unanswered.length === 0) return null;
  return (
    <section className="card note">
      <h2>{texts.choices.unanswered}</h2>
      <ul className="unanswered">
        {unanswered.map(({ id, title }) => (
          <li key={id} className="together">
            <span>
              <EnglishWords>{title}</EnglishWords>
            </span>
            <ChangeButton what={<EnglishWords>{title}</EnglishWords>} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type FactsProps = {
  readonly details: TicketDetails;
  /** Leads to the page of an answer; undefined where it cannot change any more. */
  readonly change: (at: SignerStep) => (() => void) | undefined;
  readonly onQuestion: () => void;
};

/** The patient, the plan, and the signer's answers. */
function Facts({ details: { consent, patient, recipients }, change, onQuestion }: FactsProps) {
  const { identity, date } = useTexts();
  const { check, choices } = useFormTexts();
  return (
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
            <Fact key={id} name={<EnglishWords>{title}</EnglishWords>} onChange={change('choices')}>
              {choices[answer]}
            </Fact>
          ),
      )}
      {consent.refusals.length > 0 && (
        <Fact name={choices.refusals}>
          <bdi {...ENGLISH}>{consent.refusals.join('; ')}</bdi>
        </Fact>
      )}
      <Fact name={check.question} onChange={onQuestion}>
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

/** A button to the page of one answer; nothing where it cannot change any more. */
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
