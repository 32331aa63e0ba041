import { Button } from '@mantine/core';
import { useState } from 'react';
import { needsSecondAssessor } from '#domain/family/family-child-rules.ts';
import { GILLICK_WORDS } from '#domain/family/family-words.ts';
import { SECOND_ASSESSOR_REFUSALS, secondAssessorRefusal } from '#domain/family/second-assessor.ts';
import { ageOn, longTime } from '#domain/values/plain-date.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useOwnName, useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { AssessChildModal } from './acts/AssessChildModal.tsx';

type Props = {
  readonly consent: ConsentView;
  /** plain date */
  readonly dateOfBirth: string;
  readonly timeZone: string;
  readonly maySign: boolean;
};

/** On the draft of a child who is to decide alone: whether a second person has assessed the child, and the way to do it. */
export function SecondAssessorNotice({ consent, dateOfBirth, timeZone, maySign }: Props) {
  const [isAssessing, setAssessing] = useState(false);
  const age = ageOn(dateOfBirth, useToday());
  const userID = useSession()?.user._id ?? '';
  const name = useOwnName();
  const { formType, basis = null, child = null, gillickBy: firstID, status } = consent;
  const gillick = child?.gillick ?? null;
  const form = { basis, child };
  const around = { formType, age };
  if (status !== 'DRAFT' || gillick === null || !needsSecondAssessor(form, around)) return null;
  const refusal = secondAssessorRefusal(form, around, { firstID, userID, name });
  const { second = null } = gillick;
  if (second !== null)
    return (
      <Notice tone={second.able ? 'ok' : 'stop'} title={`Second assessor: ${GILLICK_WORDS[`${second.able}`]}`}>
        {second.name}, {longTime(second.at, timeZone)}. {second.reason}
      </Notice>
    );
  return (
    <>
      <Notice
        tone="warn"
        title="A second assessor assesses this child too"
        action={maySign && refusal === null && <Button onClick={() => setAssessing(true)}>Assess the child</Button>}
      >
        {gillick.assessor} found that a child of {age} can decide alone. Somebody else, under an own account, judges that before
        the form is sent.{maySign && refusal !== null && ` ${SECOND_ASSESSOR_REFUSALS[refusal]}.`}
      </Notice>
      {isAssessing && <AssessChildModal consent={consent} onClose={() => setAssessing(false)} />}
    </>
  );
}
