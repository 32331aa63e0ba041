import { abilityOf } from '#domain/capacity/capacity.ts';
import { blockSignersOf } from '#domain/consents/form-signers.ts';
import { commonDenominator } from '#domain/library/frequency.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { recipientsOf } from '#domain/consents/recipients.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { recipientEmailOf } from '#domain/patients/restricted.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { useTemplateCatalogue } from '#src/queries/library/library.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { PrintNote, usePrintNote } from '#src/ui/PrintNote.tsx';
import { Columns } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { CapacityReview } from './CapacityReview.tsx';
import { ChangedProcedures } from '#src/ui/clinical/ChangedProcedures.tsx';
import { MissingList } from '../parts/MissingList.tsx';
import { NamesInLatinPanel } from './NamesInLatinPanel.tsx';
import { ReviewFamily } from './ReviewFamily.tsx';
import { ReviewFacts } from './ReviewFacts.tsx';
import { ReviewProcedure } from './ReviewProcedure.tsx';
import { StatementPanel } from './StatementPanel.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

type Props = BuilderStepProps & { readonly clinicianName: string };

/** Last step: the whole consent on one page, the missing items, the clinician's statement and the signers. */
export function ReviewStep({ clinicianName, ...step }: Props) {
  const { draft, missing, patient, onGo } = step;
  const maySend = useMay('consents.send');
  // Names in Latin letters belong to names that are there as well.
  const { latinNames = [], ...printed } = draft;
  const names = patient.nameInLatin === '' ? [patient.firstName, patient.lastName] : [];
  const note = usePrintNote(
    [printed, ...names],
    latinNames.flatMap(({ name, latin }) => (latin === '' ? [] : [name])),
  );
  const age = ageOn(patient.dateOfBirth, useToday());
  const risks = draft.procedures.flatMap((each) => [...each.risks, ...each.personalRisks]);
  const over = commonDenominator(risks.map(({ frequency }) => frequency));
  return (
    <Columns
      isAsideFirst
      aside={
        <>
          <StatementPanel {...step} />
          <Signers {...step} clinicianName={clinicianName} />
        </>
      }
    >
      {missing.length === 0 ? (
        <Notice tone="ok" title="This form is complete">
          {maySend
            ? 'Read it through once more. After this, choose “Change the form” to edit it again.'
            : 'A clinician reads it through and makes it ready for signing.'}
        </Notice>
      ) : (
        <div id="missing" tabIndex={-1} role="group" aria-label="What is missing">
          <MissingList missing={missing} onGo={onGo} showSteps />
        </div>
      )}
      <PrintNote note={note} />
      <NamesInLatinPanel {...step} clinicianName={clinicianName} />
      <ChangedProcedures old={step.oldProcedures} now={draft.procedures} />
      {draft.procedures.map((chosen, at) => (
        <ReviewProcedure key={chosen.procedureID} at={at} chosen={chosen} over={over} onGo={onGo} />
      ))}
      <ReviewFamily draft={draft} age={age} onGo={onGo} />
      <CapacityReview draft={draft} onGo={onGo} />
      <ReviewFacts draft={draft} patientName={spokenName(patient)} onGo={onGo} />
    </Columns>
  );
}

function Signers({ draft, patient, clinicianName }: BuilderStepProps & { readonly clinicianName: string }) {
  const { items: templates = [] } = useTemplateCatalogue();
  const today = useToday();
  const template = templates.find(({ _id }) => _id === draft.templateID);
  if (template === undefined) return null;
  const signers = blockSignersOf({
    formType: draft.formType,
    age: ageOn(patient.dateOfBirth, today),
    ability: abilityOf(draft.capacity),
    patient: { name: spokenName(patient), email: recipientEmailOf(patient) },
    clinician: { name: clinicianName, email: null },
    family: draft,
    capacity: draft.capacity,
  });
  const planned = recipientsOf({ nodes: template.data, signers, interpreting: draft });
  return (
    <Panel title="Who signs">
      <ol className={styles.lines}>
        {planned.map(({ role, name, order, required }) => (
          <li key={order}>
            <span>
              {order}. {name}
            </span>
            <span className={styles.small}>{required ? ROLE_WORDS[role] : `${ROLE_WORDS[role]}, need not sign`}</span>
          </li>
        ))}
      </ol>
      <p className={styles.small}>Everybody signs on this device. This is their order on the form.</p>
    </Panel>
  );
}
