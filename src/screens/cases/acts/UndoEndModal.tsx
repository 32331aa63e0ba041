import { useState } from 'react';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useUndoEnd } from '#src/queries/case-ends.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ServerActModal } from './ServerActModal.tsx';

type Props = { readonly recordID: string; readonly ended: CaseEnded; readonly onClose: () => void };

/** Undoes the end of a case, with a reason. */
export function UndoEndModal({ recordID, ended, onClose }: Props) {
  const [reason, setReason] = useState('');
  const isTakenBack = ended.takenBackAt !== undefined;
  return (
    <ServerActModal
      title={ended.kind === 'CLOSED' ? 'Does it go ahead after all?' : 'Was the operation not done?'}
      okLabel={ended.kind === 'CLOSED' ? 'Undo: it goes ahead' : 'Undo: it was not done'}
      tone={isTakenBack ? 'stop' : 'brand'}
      okDisabled={!hasInk(reason)}
      body={{ id: recordID, reason: reason.trim() }}
      call={useUndoEnd()}
      onClose={onClose}
    >
      <p>
        {isTakenBack
          ? 'The consent was taken back: it is withdrawn at once, and nothing is done by it.'
          : 'The case goes on as before. Links that have ended are sent again by hand.'}
      </p>
      <TextAreaField id="undo-end-reason" label="Reason" value={reason} onChange={setReason} maxLength={NOTE_MOST} />
    </ServerActModal>
  );
}
