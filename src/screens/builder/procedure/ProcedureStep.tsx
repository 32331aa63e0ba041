import { Button } from '@mantine/core';
import { useState } from 'react';
import { formsOfAge } from '#domain/forms/form-rules.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { FreshnessNotice } from '#src/results/FreshnessNotice.tsx';
import { useProcedureCatalogue } from '#src/queries/library/library.ts';
import { useOwnSections } from '#src/queries/library/own-sections.ts';
import { useToday } from '#src/queries/use-today.ts';
import { EmptyState } from '#src/ui/states.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Columns } from '#src/ui/layout/Page.tsx';
import { ChosenProcedure } from './ChosenProcedure.tsx';
import { FormChoice } from './FormChoice.tsx';
import { FromReferral } from './FromReferral.tsx';
import { addProcedure, changeProcedure, moveProcedureUp, removeProcedure } from './procedure-edits.ts';
import { ProcedurePicker } from './ProcedurePicker.tsx';
import { RecentProcedures } from './RecentProcedures.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { StepHeading } from '../parts/StepHeading.tsx';

/** First step: the procedures, their sides, and the form. */
export function ProcedureStep({ patient, draft, referral, edit, library, missing, errorAt, isRevisited }: BuilderStepProps) {
  const [isPicking, setPicking] = useState(false);
  const { fromTablet, query } = useProcedureCatalogue();
  const { procedures } = draft;
  const forms = formsOfAge(ageOn(patient.dateOfBirth, useToday()));
  const own = useOwnSections();
  const pick = (picked: Procedure) => {
    edit((before) => addProcedure(before, picked, { forms, own: own(picked.procedureID), entries: library }));
    setPicking(false);
  };
  return (
    <Columns
      aside={<FormChoice forms={forms} draft={draft} edit={edit} missing={missing} errorAt={errorAt} isRevisited={isRevisited} />}
    >
      <StepHeading title={procedures.length > 1 ? 'Procedures' : 'Procedure'}>
        <Button id="procedures" variant="light" leftSection={<Icon name="plus" />} onClick={() => setPicking(true)}>
          {procedures.length === 0 ? 'Choose a procedure' : 'Add another procedure'}
        </Button>
      </StepHeading>
      {referral !== null && <FromReferral referral={referral} draft={draft} />}
      <FreshnessNotice fromTablet={fromTablet} query={query} />
      {procedures.length === 0 && (
        <EmptyState icon="library" title="No procedure chosen yet">
          Choose what is planned. You can choose more than one.
        </EmptyState>
      )}
      {procedures.length === 0 && <RecentProcedures draft={draft} forms={forms} onPick={pick} />}
      {procedures.map((chosen, at) => (
        <ChosenProcedure
          key={chosen.procedureID}
          at={at}
          count={procedures.length}
          chosen={chosen}
          entry={library.get(chosen.procedureID)}
          errorAt={errorAt}
          referred={referral?.procedures.find(({ procedureID }) => procedureID === chosen.procedureID)}
          change={(change) => edit((before) => changeProcedure(before, at, change))}
          onUp={() => edit((before) => moveProcedureUp(before, at))}
          onRemove={() => {
            edit((before) => removeProcedure(before, at, library));
            // The element that had the focus is removed.
            document.getElementById('procedures')?.focus();
          }}
        />
      ))}
      <ProcedurePicker opened={isPicking} draft={draft} forms={forms} onClose={() => setPicking(false)} onPick={pick} />
    </Columns>
  );
}
