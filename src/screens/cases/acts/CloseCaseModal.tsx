import { useState } from 'react';
import { CLOSE_REASONS, CLOSE_WORDS, type CloseReason } from '#domain/cases/case-end.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useCloseCase } from '#src/queries/case-ends.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ServerActModal } from './ServerActModal.tsx';

const CHOICES = CLOSE_REASONS.map((value) => ({ value, label: CLOSE_WORDS[value] }));

/** Records that a case does not go ahead, and why. No reason is chosen beforehand. */
export function CloseCaseModal({ recordID, onClose }: { readonly recordID: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState<CloseReason | null>(null);
  const [note, setNote] = useState('');
  const text = note.trim();
  return (
    <ServerActModal
      title="Is it not going ahead?"
      okLabel="Not going ahead"
      tone="stop"
      okDisabled={reason === null}
      body={{ id: recordID, reason: reason ?? 'OTHER', ...(text === '' ? {} : { note: text }) }}
      call={useCloseCase()}
      onClose={onClose}
    >
      <ChoiceCards id="close-reason" label="Why?" stacked choices={CHOICES} value={reason} onChange={setReason} />
      <TextAreaField id="close-note" label="Note" optional value={note} onChange={setNote} maxLength={NOTE_MOST} />
      <p>
        No consent is in force then, and links to sign end. It can be undone. When the patient has changed their mind about a
        signed form, withdraw the consent instead.
      </p>
    </ServerActModal>
  );
}
