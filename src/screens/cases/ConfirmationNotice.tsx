import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { longTime } from '#domain/values/plain-date.ts';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { signedTime } from './paper/paper-words.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AgeOnDay } from './AgeNotice.tsx';
import { ConfirmDayModal } from './acts/ConfirmDayModal.tsx';

type Props = {
  readonly consent: ConsentView;
  readonly record: CaseSummaryView;
  readonly aged: AgeOnDay;
  readonly timeZone: string;
  readonly mayConfirm: boolean;
};

type RefusedProps = { readonly event: TimelineEvent; readonly timeZone: string };

/** The last answers on the day that confirmed nothing: why, in whose words, and when they were recorded. */
function RefusedWords({ event: { at, deviceAt, actor, detail }, timeZone }: RefusedProps) {
  const { reason, note } = detail;
  return (
    <p>
      <strong>{reason}</strong> {typeof note === 'string' && note !== '' && <>“{note}”. </>}
      Recorded by {actor.name}, {longTime(deviceAt ?? at, timeZone)}.
    </p>
  );
}

/** Says that a signed consent has lapsed, or is to be confirmed on the day and by whom it was; offers the confirmation. */
export function ConfirmationNotice({ consent, record, aged, timeZone, mayConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { confirmState, confirmation = null, signedAt, consentID } = consent;
  if (signedAt === null) return null;
  const signed = `Signed ${signedTime({ ...consent, signedAt }, timeZone)}.`;
  if (confirmState === 'LAPSED')
    return (
      <Notice tone="stop" title="This consent has lapsed">
        {signed} Talk it through again and have a new version signed before anything is done.
      </Notice>
    );
  const confirmedHere = consent.local?.confirmedAt;
  if (confirmedHere !== undefined)
    return (
      <Notice tone="warn" title="Confirmed on this tablet, waiting to send">
        {longTime(confirmedHere, timeZone)}. It counts once the hospital’s server has it: the lists stay amber until then.
      </Notice>
    );
  if (confirmState === 'CONFIRMED' && confirmation !== null)
    return (
      <Notice tone="ok" title="Confirmed on the day">
        {confirmation.name}, {longTime(confirmation.at, timeZone)}.
      </Notice>
    );
  if (confirmState !== 'DUE') return null;
  const answered = consent.Timeline.findLast(
    ({ type, versionId }) => (type === 'CONFIRMED' || type === 'NOT_CONFIRMED') && versionId === consentID,
  );
  const refused = answered?.type === 'NOT_CONFIRMED' ? answered : undefined;
  return (
    <>
      <Notice
        tone={refused === undefined ? 'warn' : 'stop'}
        title={refused === undefined ? 'Confirm on the day' : 'Not confirmed on the day'}
        action={
          mayConfirm &&
          consent.local?.blocked === undefined && <Button onClick={() => setAsking(true)}>Confirm on the day</Button>
        }
      >
        {refused !== undefined && <RefusedWords event={refused} timeZone={timeZone} />}
        {signed} Before anything is done, ask again whether the operation and the side are right, whether anything has changed,
        and whether the answer is still yes.
      </Notice>
      {isAsking && (
        <ConfirmDayModal key={consentID} consent={consent} record={record} aged={aged} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
