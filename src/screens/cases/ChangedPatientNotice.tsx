import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { changedIdentity } from '#domain/patients/changed-identity.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActModal } from './acts/ActModal.tsx';
import { ACT_WORDS } from './acts/act-words.ts';
import type { QuietAct } from './acts/quiet-acts.ts';

type Props = { readonly record: RecordSummary; readonly consent: Consent; readonly acts: readonly QuietAct[] };

/** Warns while a form is out that names the patient otherwise than their record does by now, and offers to take it back. */
export function ChangedPatientNotice({ record: { patient }, consent, acts }: Props) {
  const [acting, setActing] = useState<QuietAct | null>(null);
  const { shownPatient = null, status } = consent;
  if (shownPatient === null || !mayMove(status, 'sign')) return null;
  const fields = changedIdentity(shownPatient, patient);
  if (fields.length === 0) return null;
  return (
    <>
      <Notice
        tone="warn"
        title="The patient’s record has changed since this form was made ready for signing"
        live
        action={
          acts.includes('recall') && (
            <Button variant="default" onClick={() => setActing('recall')}>
              {ACT_WORDS.recall.label}
            </Button>
          )
        }
      >
        These differ on the form: {fields.join(', ')}. Check who this is before anybody signs, and change the form if it is wrong.
      </Notice>
      {acting !== null && <ActModal act={acting} acts={acts} consent={consent} onClose={() => setActing(null)} />}
    </>
  );
}
