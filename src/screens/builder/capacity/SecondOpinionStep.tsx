import { OPINIONS } from '#domain/capacity/capacity-people.ts';
import { isDisputed, isSecondOpinionNeeded } from '#domain/capacity/capacity-signers.ts';
import { isTreatmentOrdered } from '#domain/capacity/decision-authority.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { OPINION_WORDS } from '#domain/capacity/capacity-people-words.ts';
import { secondOpinionReasons } from './authority-words.ts';
import builder from '../parts/builder.module.css';
import styles from './capacity.module.css';
import { changeSecondOpinion } from './capacity-edits.ts';
import { StepIntro } from '../parts/StepIntro.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { useCapacityForm, type CapacityStepForm } from './use-capacity-form.ts';

const VIEWS = OPINIONS.map((value) => ({ value, label: OPINION_WORDS[value] }));

/** Whether another clinician must look at this, why, and what they say. */
export function SecondOpinionStep(step: BuilderStepProps) {
  const form = useCapacityForm(step);
  const { capacity } = form;
  const { needed } = capacity.secondOpinion;
  const isOrdered = isTreatmentOrdered(capacity.authority);
  const needsReason = !isDisputed(capacity) || needed === false;
  return (
    <div className={builder.stack} style={{ maxWidth: '48rem' }}>
      <StepIntro title="Is a second opinion needed?">
        Another clinician looks at the case for themselves, and signs under their own account.
      </StepIntro>
      {isOrdered && <Notice tone="info" title="The court’s order takes the place of a second opinion" />}
      {!isOrdered && isDisputed(capacity) && (
        <Notice tone="warn" title="Second opinion needed">
          <ul>
            {secondOpinionReasons(capacity).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      {!isOrdered && needsReason && (
        <Panel title="Your choice">
          <YesNoField
            {...form.answer('secondOpinion.needed', needed)}
            label="Do you want a second opinion?"
            hint="Nothing in this form asks for one, unless it says so above."
            onChange={(answer) => form.edit((before) => changeSecondOpinion(before, { needed: answer }, form.by().now))}
          />
        </Panel>
      )}
      {isSecondOpinionNeeded(capacity) && <OpinionPanel form={form} />}
    </div>
  );
}

function OpinionPanel({ form }: { readonly form: CapacityStepForm }) {
  const { secondOpinion } = form.capacity;
  const change = (fields: Partial<typeof secondOpinion>) =>
    form.edit((before) => changeSecondOpinion(before, fields, form.by().now));
  return (
    <Panel title="The second opinion">
      <div className={builder.stack}>
        <div className={styles.grid}>
          <TextField
            {...form.field('secondOpinion.name')}
            label="Name"
            hint="Not the clinician who signs this form"
            maxLength={NAME_MOST}
            value={secondOpinion.name}
            onChange={(name) => change({ name })}
          />
          <TextField
            {...form.field('secondOpinion.role')}
            label="Role"
            maxLength={NAME_MOST}
            value={secondOpinion.role}
            onChange={(role) => change({ role })}
          />
        </div>
        <ChoiceCards
          {...form.answer('secondOpinion.view', secondOpinion.view)}
          label="What do they say?"
          choices={VIEWS}
          onChange={(view) => change({ view })}
        />
        <DateTimeField
          {...form.answer('secondOpinion.at', secondOpinion.at)}
          label="When"
          timeZone={form.zone}
          onChange={(at) => change({ at })}
        />
      </div>
    </Panel>
  );
}
