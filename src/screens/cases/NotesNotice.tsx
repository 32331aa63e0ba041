import { Button } from '@mantine/core';
import { useState } from 'react';
import { openNotes } from '#domain/signing/notes.ts';
import { hasInk } from '#domain/values/ink.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { useTalked, type ConsentView } from '#src/queries/records.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { ServerActModal } from './acts/ServerActModal.tsx';

type Props = {
  /** the version in words, where it is another one than that of the page */
  readonly about?: string;
  readonly consent: Pick<ConsentView, 'consentID' | 'Timeline'>;
  readonly timeZone: string;
  /** whether this person may record a talk; on a merged record the server takes none */
  readonly mayTalk: boolean;
};

/** The notes of those who had answered, until somebody of staff has talked about them. */
export function NotesNotice({ about, consent: { consentID, Timeline }, timeZone, mayTalk }: Props) {
  const [isTalking, setTalking] = useState(false);
  const notes = openNotes(Timeline, consentID);
  if (notes.length === 0) return null;
  return (
    <>
      <Notice
        tone="warn"
        title={`${notes.length === 1 ? 'Somebody who has answered adds a note' : 'Notes were added after the answer'}${about === undefined ? '' : ` to ${about}`}`}
        action={mayTalk ? <Button onClick={() => setTalking(true)}>Talked about it</Button> : undefined}
      >
        <ul>
          {notes.map(({ eventId, name, text, at }) => (
            <li key={eventId}>
              <b>{name}</b>, {longTime(at, timeZone)}: “{text}”
            </li>
          ))}
        </ul>
      </Notice>
      {isTalking && <NotesModal consentID={consentID} onClose={() => setTalking(false)} />}
    </>
  );
}

/** Records under the own account that the notes were read, and talked about. */
function NotesModal({ consentID, onClose }: { readonly consentID: string; readonly onClose: () => void }) {
  const [outcome, setOutcome] = useState('');
  return (
    <ServerActModal
      title="What was talked about?"
      okLabel="Talked about it"
      okDisabled={!hasInk(outcome)}
      body={{ consentID, choiceIDs: [], notes: true as const, outcome: outcome.trim() }}
      call={useTalked()}
      onClose={onClose}
    >
      <TextAreaField
        id="notes-outcome"
        label="What was said, and what was decided?"
        value={outcome}
        onChange={setOutcome}
        maxLength={LONG_TEXT_MOST}
      />
      <p>The form stays as it was signed. If an answer changes, start a new version. Your name and the time are recorded.</p>
    </ServerActModal>
  );
}
