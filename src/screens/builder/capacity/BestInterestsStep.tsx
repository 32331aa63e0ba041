import { Checkbox } from '@mantine/core';
import { spokenName } from '#domain/patients/patient-name.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import builder from '../parts/builder.module.css';
import styles from './capacity.module.css';
import { OptionsPanel } from './OptionsPanel.tsx';
import { RestraintPanel } from './RestraintPanel.tsx';
import { StepIntro } from '../parts/StepIntro.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { TreatmentPanel } from './TreatmentPanel.tsx';
import { useCapacityForm, type CapacityStepForm } from './use-capacity-form.ts';
import { WishField } from './WishField.tsx';

/** The step about best interests: the patient's wishes first, then the options, then the reasons. */
export function BestInterestsStep(step: BuilderStepProps) {
  const form = useCapacityForm(step);
  const name = spokenName(step.patient);
  return (
    <div className={builder.stack} style={{ maxWidth: '48rem' }}>
      <StepIntro title={`What is best for ${name}?`}>
        What {name} would choose counts most. It is not what we or the family would choose.
      </StepIntro>
      <TreatmentPanel form={form} asks={['serious', 'urgent', 'lifeSustaining']} />
      <WishesPanel form={form} name={name} />
      <OptionsPanel form={form} />
      <RestraintPanel form={form} />
      <ReasonsPanel form={form} name={name} />
    </div>
  );
}

type Props = { readonly form: CapacityStepForm; readonly name: string };

function WishesPanel({ form, name }: Props) {
  const { objects } = form.capacity.bestInterests;
  return (
    <Panel title={`What ${name} wants`}>
      <div className={builder.stack}>
        <WishField form={form} field="pastWishes" label="What did the patient want in the past?" />
        <WishField form={form} field="beliefs" label="Beliefs and values" />
        <WishField form={form} field="patientView" label="What does the patient say or show now?" />
        <YesNoField
          {...form.answer('bestInterests.objects', objects)}
          label="Does the patient object?"
          hint="In words or by what they do."
          onChange={(answer) => form.change('bestInterests', { objects: answer })}
        />
      </div>
    </Panel>
  );
}

const TICKS = [
  ['takenPart', 'The patient has taken part as far as possible'],
  ['notByAgeOrLooks', 'Nobody judges by age, looks or behaviour alone'],
  ['notToBringDeath', 'Nobody decides from a wish to bring about death'],
] as const;

function ReasonsPanel({ form, name }: Props) {
  const { bestInterests } = form.capacity;
  return (
    <Panel title="Your decision">
      <div className={builder.stack}>
        <div className={styles.checks} role="group" aria-label="Before you decide">
          {TICKS.map(([field, label]) => (
            <Checkbox
              key={field}
              {...form.field(`bestInterests.${field}`)}
              label={label}
              checked={bestInterests[field]}
              onChange={(event) => form.change('bestInterests', { [field]: event.currentTarget.checked })}
            />
          ))}
        </div>
        <TextAreaField
          {...form.field('bestInterests.reasoning')}
          label={`Why is this best for ${name}?`}
          maxLength={LONG_TEXT_MOST}
          minRows={4}
          value={bestInterests.reasoning}
          onChange={(reasoning) => form.change('bestInterests', { reasoning })}
        />
      </div>
    </Panel>
  );
}
