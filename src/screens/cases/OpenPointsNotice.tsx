import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { openPointWords, wantsTalk } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { TalkModal } from './acts/TalkModal.tsx';

type Props = {
  readonly consent: Consent;
  /** whether this person may record a talk, here and now */
  readonly mayTalk?: boolean;
};

/** The choices that a form leaves open, each by its name, with the way to settle them; and the talks about those that are settled. */
export function OpenPointsNotice({ consent, mayTalk = false }: Props) {
  const [isTalking, setTalking] = useState(false);
  const isSigned = consent.status === 'SIGNED';
  // While a form is out, a choice without an answer may still be answered.
  const points = openPointsOnForm(consent).filter((each) => isSigned || wantsTalk(each));
  const { talks = [], additionalChoices } = consent;
  const titleOf = (id: string) => additionalChoices.find((each) => each.id === id)?.title ?? id;
  return (
    <>
      {points.length > 0 && (
        <Notice
          tone="warn"
          title="Still open on this form"
          action={isSigned && mayTalk ? <Button onClick={() => setTalking(true)}>Talked about it</Button> : undefined}
        >
          <ul>
            {points.map((each) => (
              <li key={each.id}>{openPointWords(each)}</li>
            ))}
          </ul>
          <p>Talk about it with whoever signs before anything is done. Lists stay amber until it is recorded.</p>
        </Notice>
      )}
      {isSigned &&
        talks.map(({ at, name, day, choiceIDs, outcome }) => (
          <Notice key={at} tone="info" title={`Talked about: ${choiceIDs.map(titleOf).join('; ')}`}>
            {name}, {longDate(day)}: “{outcome}”
          </Notice>
        ))}
      {isTalking && <TalkModal consent={consent} points={points} onClose={() => setTalking(false)} />}
    </>
  );
}
