import { formalName } from '#domain/patients/patient-name.ts';
import { DoneModal } from '#src/results/DoneModal.tsx';
import type { TheatreCase } from '#src/queries/theatre.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { listedProcedureWords } from '#domain/cases/state-words.ts';

/** The button by which the operation of a row is recorded as done, and the question before it. */
export function CaseDone({ of }: { readonly of: TheatreCase }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="sm" aria-label={`Done: ${formalName(of.patient)}`} onClick={() => setAsking(true)}>
        Done
      </Button>
      {isAsking && (
        <DoneModal
          recordID={of.recordID}
          patient={of.patient}
          procedures={of.procedures.map(listedProcedureWords)}
          listedOn={of.date}
          hasConsent={of.signedAt !== null}
          source="LIST"
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
