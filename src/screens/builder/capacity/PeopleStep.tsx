import { Button } from '@mantine/core';
import { ageOn } from '#domain/values/plain-date.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { useToday } from '#src/queries/use-today.ts';
import { CONSULTED_MOST } from '#domain/capacity/capacity-people.ts';
import { ADULT_FROM } from '#domain/forms/age-at-signing.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Columns } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { AdvocatePanel } from './AdvocatePanel.tsx';
import builder from '../parts/builder.module.css';
import { addPerson } from './capacity-edits.ts';
import { ConsultedPanel } from './ConsultedPanel.tsx';
import { StepIntro } from '../parts/StepIntro.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { useCapacityForm, type CapacityStepForm } from './use-capacity-form.ts';

/** The people who know the patient: what each of them said, or why nobody was asked; the advocate where one is asked for. */
export function PeopleStep(step: BuilderStepProps) {
  const form = useCapacityForm(step);
  const { consulted } = form.capacity.people;
  const isYoung = ageOn(step.patient.dateOfBirth, useToday()) < ADULT_FROM;
  return (
    <Columns
      aside={
        <Notice tone="info" title="What to ask">
          What would {spokenName(step.patient)} want? What matters to them? Nobody who is asked gives consent, unless the law lets
          them decide.
        </Notice>
      }
    >
      <StepIntro title={`Who knows ${spokenName(step.patient)}?`}>
        Ask family, friends and carers, if that can be done and the patient would not mind.
      </StepIntro>
      {/* People have no ids; a list grows and shrinks by one at a time. */}
      {consulted.map((person, index) => (
        <ConsultedPanel key={index} form={form} index={index} person={person} />
      ))}
      {consulted.length < CONSULTED_MOST && (
        <div>
          <Button
            variant="default"
            id={form.field('people.consulted').id}
            leftSection={<Icon name="plus" />}
            onClick={() => form.edit((before) => addPerson(before, form.by().now))}
          >
            {consulted.length === 0 ? 'Add somebody you asked' : 'Add another person'}
          </Button>
          {form.field('people.consulted').error !== undefined && (
            <p className={builder.error}>{form.field('people.consulted').error}</p>
          )}
        </div>
      )}
      <ReasonPanel form={form} isYoung={isYoung} />
      <AdvocatePanel form={form} missing={step.missing} />
    </Columns>
  );
}

function ReasonPanel({ form, isYoung }: { readonly form: CapacityStepForm; readonly isYoung: boolean }) {
  const { consulted, nobodyReason } = form.capacity.people;
  if (consulted.length > 0 && !isYoung && nobodyReason === '') return null;
  return (
    <Panel title={isYoung ? 'Parents' : 'Nobody to ask?'}>
      <TextAreaField
        {...form.field('people.nobodyReason')}
        label={isYoung ? 'Why is nobody with parental responsibility asked?' : 'Why was nobody asked?'}
        optional={!isYoung && consulted.length > 0}
        hint={isYoung ? `The patient is under ${ADULT_FROM}.` : undefined}
        maxLength={NOTE_MOST}
        minRows={2}
        value={nobodyReason}
        onChange={(text) => form.change('people', { nobodyReason: text })}
      />
    </Panel>
  );
}
