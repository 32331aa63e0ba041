import type { ReactNode } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { detailedChoices } from '#domain/consents/choice-details.ts';
import { isReadOnPaper, type RecordedAnswer } from '#domain/consents/later-answers.ts';
import { tickWords } from '#domain/documents/paper-choices.ts';
import { choiceName } from '#domain/consents/choice-in-words.ts';
import { openPointsNow, openPointWords } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { openPointsAdvice } from './open-points-words.ts';

type Props = {
  readonly consent: Consent;
  /** the way to settle them */
  readonly action?: ReactNode;
};

/** The choices that a form leaves open, each by its name, and the talks about those that are settled. */
export function OpenPointsNotice({ consent, action }: Props) {
  const { talks = [], laterAnswers = [], additionalChoices, safetyNotShown = [], status } = consent;
  const points = openPointsNow(openPointsOnForm(consent), { isSigned: status === 'SIGNED' });
  const choices = detailedChoices(consent);
  const wordsOf = ({ id, title, answer }: RecordedAnswer) =>
    tickWords(choices.find((each) => each.id === id && each.title === title) ?? {}, answer);
  const named = [...additionalChoices, ...safetyNotShown.map(({ id, words }) => ({ id, title: words.ask }))];
  const nameOf = (id: string) => choiceName(named.find((each) => each.id === id) ?? { id, title: id });
  return (
    <>
      {points.length > 0 && (
        <Notice tone="warn" title="Still open on this form" action={action}>
          <ul>
            {points.map((each) => (
              <li key={each.id}>{openPointWords(each)}</li>
            ))}
          </ul>
          <p>{openPointsAdvice(consent, points)}</p>
        </Notice>
      )}
      {laterAnswers.map(({ signing_order, capturedAt, digest, name, day, answers, isLate, readBy }) => (
        <Notice
          key={`${signing_order} ${capturedAt} ${digest}`}
          tone={isLate === true || answers.some(({ answer }) => answer === 'REFUSE') ? 'warn' : 'info'}
          title={
            isReadOnPaper({ readBy })
              ? `Ticked on paper by ${name}, read by ${readBy ?? ''}, ${longDate(day)}`
              : `Answered after signing, ${name}, ${longDate(day)}`
          }
        >
          <ul>
            {answers.map((each) => (
              <li key={each.id}>
                {choiceName(each)}: <b>{wordsOf(each)}</b>
              </li>
            ))}
          </ul>
          {isLate === true && <p>The clinician signed without seeing this. Talk about it before anything is done.</p>}
        </Notice>
      ))}
      {status === 'SIGNED' &&
        talks.map(({ at, name, day, choiceIDs, outcome }) => (
          <Notice key={at} tone="info" title={`Talked about: ${choiceIDs.map(nameOf).join('; ')}`}>
            {name}, {longDate(day)}: “{outcome}”
          </Notice>
        ))}
    </>
  );
}
