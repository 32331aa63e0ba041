import { MAY_REGAIN_WORDS } from '#domain/capacity/capacity-words.ts';
import { ABILITIES, MAY_REGAIN } from '#domain/capacity/capacity-test.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { NOTE_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { Columns } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { AbilityQuestions } from './AbilityQuestions.tsx';
import { AbleNotice } from './AbleNotice.tsx';
import { CapacityAside } from './CapacityAside.tsx';
import { changeTest } from './capacity-edits.ts';
import builder from '../parts/builder.module.css';
import { StepIntro } from '../parts/StepIntro.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { useCapacityForm, type CapacityStepForm } from './use-capacity-form.ts';

/** The test of capacity: the abilities, then the cause, then whether it can wait. */
export function CapacityStep(step: BuilderStepProps) {
  const form = useCapacityForm(step);
  const { test } = form.capacity;
  const name = spokenName(step.patient);
  const answered = ABILITIES.filter((ability) => test[ability].able !== null).length;
  const isTested = answered === ABILITIES.length;
  const isCaused = test.impairment.present === true && test.because === true;
  return (
    <Columns aside={<CapacityAside step={step} form={form} />}>
      <StepIntro title={`Can ${name} decide about this, today?`}>
        Everybody is presumed able. An unwise choice is no reason to think otherwise.
      </StepIntro>
      <Panel
        title="1. With all the help given, can they…"
        actions={<span className={builder.note}>{isTested ? '' : `${answered} of ${ABILITIES.length} answered`}</span>}
      >
        <AbilityQuestions form={form} />
      </Panel>
      <AbleNotice step={step} />
      <Panel title="2. Is an illness or injury of the mind or brain the cause?">
        {answered > 0 ? <CauseFields form={form} /> : <p className={builder.small}>Opens after 1.</p>}
      </Panel>
      <Panel title={`3. Can the decision wait until ${name} is able?`}>
        {isCaused || test.mayRegain !== null ? <WaitingFields form={form} /> : <p className={builder.small}>Opens after 2.</p>}
      </Panel>
      <Panel title="Who assessed this, and when">
        <div className={builder.stack}>
          <TextField
            {...form.field('test.assessor')}
            label="Name"
            maxLength={NAME_MOST}
            value={test.assessor}
            onChange={(assessor) => form.change('test', { assessor })}
          />
          <DateTimeField
            {...form.answer('test.assessedAt', test.assessedAt)}
            label="Date and time"
            timeZone={form.zone}
            onChange={(assessedAt) => form.change('test', { assessedAt })}
          />
        </div>
      </Panel>
    </Columns>
  );
}

function CauseFields({ form }: { readonly form: CapacityStepForm }) {
  const { impairment, because } = form.capacity.test;
  const change = (fields: Parameters<typeof changeTest>[1]) => form.edit((before) => changeTest(before, fields, form.by()));
  return (
    <div className={builder.stack}>
      <YesNoField
        {...form.answer('test.impairment.present', impairment.present)}
        label="Does something affect how the mind or brain works?"
        hint="For good or for a time: dementia, a stroke, delirium, a learning disability."
        onChange={(present) => change({ impairment: { nature: present ? impairment.nature : '', present } })}
      />
      {impairment.present === true && (
        <>
          <TextField
            {...form.field('test.impairment.nature')}
            label="What is it?"
            maxLength={NOTE_MOST}
            value={impairment.nature}
            onChange={(nature) => change({ impairment: { ...impairment, nature } })}
          />
          <YesNoField
            {...form.answer('test.because', because)}
            label="Is this the reason why they cannot?"
            hint="Not pressure by others, and not a language that nobody interprets."
            onChange={(answer) => change({ because: answer })}
          />
        </>
      )}
    </div>
  );
}

const REGAIN = MAY_REGAIN.map((value) => ({ value, label: MAY_REGAIN_WORDS[value] }));

function WaitingFields({ form }: { readonly form: CapacityStepForm }) {
  const { mayRegain, canWait, waitReason } = form.capacity.test;
  const change = (fields: Parameters<typeof changeTest>[1]) => form.edit((before) => changeTest(before, fields, form.by()));
  const mayRegainCapacity = mayRegain === 'YES' || mayRegain === 'UNKNOWN';
  return (
    <div className={builder.stack}>
      <ChoiceCards
        {...form.answer('test.mayRegain', mayRegain)}
        label="May they be able to decide later?"
        choices={REGAIN}
        onChange={(answer) => change({ mayRegain: answer })}
      />
      {mayRegainCapacity && (
        <YesNoField
          {...form.answer('test.canWait', canWait)}
          label="Can the decision wait?"
          onChange={(answer) => change({ canWait: answer })}
        />
      )}
      {mayRegainCapacity && canWait !== null && !(mayRegain === 'YES' && canWait) && (
        <TextAreaField
          {...form.field('test.waitReason')}
          label="Why do you not wait?"
          maxLength={NOTE_MOST}
          minRows={2}
          value={waitReason}
          onChange={(text) => change({ waitReason: text })}
        />
      )}
    </div>
  );
}
