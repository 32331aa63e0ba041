import { CLOSE_WORDS, doneOn, endedWords } from '#domain/cases/case-end.ts';
import { longDate, longTime } from '#domain/values/plain-date.ts';
import type { CaseView } from '#src/queries/records.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { TakenBackModal } from '../acts/TakenBackModal.tsx';
import { UndoEndModal } from '../acts/UndoEndModal.tsx';

type Props = {
  readonly record: CaseView['record'];
  readonly timeline: CaseView['timeline'];
  readonly timeZone: string;
  readonly mayEnd: boolean;
};

/** The end of a case: what was recorded, by whom, and the one way on from it. */
export function EndedNotice({ record, timeline, timeZone, mayEnd }: Props) {
  const [isOpen, setOpen] = useState<'undo' | 'settle' | null>(null);
  const { ended, recordID, isListingUnsent = false } = record;
  if (ended == null) return null;
  const recorded = timeline.findLast(({ type }) => type === 'OPERATION_DONE' || type === 'CASE_CLOSED');
  const words = [recorded?.detail['withoutReason'], recorded?.detail['note']].flatMap((each) =>
    typeof each === 'string' && each !== '' ? [`“${each}”`] : [],
  );
  const by = ended.by === '' ? '' : `${ended.by}, ${longTime(ended.at, timeZone)}.`;
  // An end that waits on this tablet is undone once the server has it.
  const mayAct = mayEnd && !isListingUnsent && record.mergedFrom == null;
  const undo = (
    <Button variant="default" onClick={() => setOpen('undo')}>
      Undo
    </Button>
  );
  const dialogs = (
    <>
      {isOpen === 'undo' && <UndoEndModal recordID={recordID} ended={ended} onClose={() => setOpen(null)} />}
      {isOpen === 'settle' && (
        <TakenBackModal consentID={record.inForceConsentID ?? record.currentConsentID ?? ''} onClose={() => setOpen(null)} />
      )}
    </>
  );
  if (ended.takenBackAt !== undefined)
    return (
      <>
        <Notice
          tone="stop"
          title={endedWords({ state: 'TAKEN_BACK' })}
          live
          action={
            mayAct && (
              <Group gap="sm">
                <Button color="red" variant="filled" onClick={() => setOpen('undo')}>
                  It was not done
                </Button>
                <Button variant="default" onClick={() => setOpen('settle')}>
                  It was done
                </Button>
              </Group>
            )
          }
        >
          Recorded as done on {longDate(ended.on)}. {by} Taken back {longTime(ended.takenBackAt, timeZone)}. Nothing is done
          before this is known.
        </Notice>
        {dialogs}
      </>
    );
  const isDone = doneOn(ended) !== undefined;
  const reason = ended.reason === undefined ? '' : `${CLOSE_WORDS[ended.reason]}.`;
  return (
    <>
      <Notice
        tone={isDone ? (ended.isWithoutConsent === true ? 'warn' : 'ok') : 'stop'}
        title={
          isDone
            ? endedWords({ state: 'ON_DAY', on: ended.on, isWithoutConsent: ended.isWithoutConsent === true })
            : endedWords({ state: 'CLOSED' })
        }
        live
        action={mayAct && undo}
      >
        {isListingUnsent && 'Waiting to send. '}
        {[reason, ...words, by].filter((each) => each !== '').join(' ')}
        {!isDone && ' No consent is in force until this is undone.'}
      </Notice>
      {dialogs}
    </>
  );
}
