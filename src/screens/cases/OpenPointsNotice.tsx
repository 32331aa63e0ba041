import type { ReactNode } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { choiceName } from '#domain/consents/choice-in-words.ts';
import { openPointsNow, openPointWords } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = {
  readonly consent: Consent;
  /** the way to settle them */
  readonly action?: ReactNode;
};

/** The choices that a form leaves open, each by its name, and the talks about those that are settled. */
export function OpenPointsNotice({ consent, action }: Props) {
  const { talks = [], additionalChoices, status } = consent;
  const points = openPointsNow(openPointsOnForm(consent), { isSigned: status === 'SIGNED' });
  const nameOf = (id: string) => choiceName(additionalChoices.find((each) => each.id === id) ?? { id, title: id });
  return (
    <>
      {points.length > 0 && (
        <Notice tone="warn" title="Still open on this form" action={action}>
          <ul>
            {points.map((each) => (
              <li key={each.id}>{openPointWords(each)}</li>
            ))}
          </ul>
          <p>Talk about it with the person who signs before anything is done. Lists stay amber until it is recorded.</p>
        </Notice>
      )}
      {status === 'SIGNED' &&
        talks.map(({ at, name, day, choiceIDs, outcome }) => (
          <Notice key={at} tone="info" title={`Talked about: ${choiceIDs.map(nameOf).join('; ')}`}>
            {name}, {longDate(day)}: “{outcome}”
          </Notice>
        ))}
    </>
  );
}
