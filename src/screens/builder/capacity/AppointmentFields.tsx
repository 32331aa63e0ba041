import { AUTHORITY_ANSWERS } from '#domain/capacity/capacity-authority.ts';
import { AUTHORITY_ANSWER_WORDS } from '#domain/capacity/capacity-authority-words.ts';
import { authorityHolders } from '#domain/capacity/decision-authority.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { AddLine } from '../parts/AddLine.tsx';
import builder from '../parts/builder.module.css';
import { changeAppointment } from './capacity-edits.ts';
import { RemovableLines } from '../parts/RemovableLines.tsx';
import type { CapacityStepForm } from './use-capacity-form.ts';

const ANSWERS = AUTHORITY_ANSWERS.map((value) => ({ value, label: AUTHORITY_ANSWER_WORDS[value] }));

const WORDS = {
  lpa: {
    title: 'Lasting power of attorney',
    found: 'Is there one for health and welfare?',
    hint: 'One for money alone does not count.',
    who: 'attorney',
    add: 'Add an attorney',
  },
  deputy: {
    title: 'Deputy appointed by the court',
    found: 'Has the Court of Protection appointed one for health and welfare?',
    hint: undefined,
    who: 'deputy',
    add: 'Add a deputy',
  },
} as const;

type AppointmentChange = Parameters<typeof changeAppointment>[2];
type Props = { readonly form: CapacityStepForm; readonly field: 'lpa' | 'deputy' };

/** Whether there is an attorney or a deputy, and only then whether they may decide this. */
export function AppointmentFields({ form, field }: Props) {
  const { found } = form.capacity.authority[field];
  const { title, found: question, hint } = WORDS[field];
  return (
    <Panel title={title}>
      <div className={builder.stack}>
        <YesNoField
          {...form.answer(`authority.${field}.found`, found)}
          label={question}
          hint={hint}
          onChange={(value) => form.edit((before) => changeAppointment(before, field, { found: value }))}
        />
        {found === true && (
          <>
            <AppointedNames form={form} field={field} />
            <AppointedPowers form={form} field={field} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** The names of the appointed people, and whether several must decide together. */
function AppointedNames({ form, field }: Props) {
  const { names, joint } = form.capacity.authority[field];
  const { who, add } = WORDS[field];
  const { id, error } = form.field(`authority.${field}.names`);
  const change = (fields: AppointmentChange) => form.edit((before) => changeAppointment(before, field, fields));
  return (
    <>
      <div>
        {error !== undefined && <p className={builder.error}>{error}</p>}
        <RemovableLines
          label={`Names: ${who}`}
          lines={names}
          wordsOf={(name) => name}
          remove="Remove"
          onRemove={(gone) => change({ names: names.filter((name) => name !== gone) })}
        />
        <AddLine id={id} label={add} maxLength={NAME_MOST} taken={names} onAdd={(name) => change({ names: [...names, name] })} />
      </div>
      {names.length > 1 && (
        <YesNoField
          {...form.answer(`authority.${field}.joint`, joint)}
          label="Must they decide together?"
          onChange={(value) => change({ joint: value })}
        />
      )}
    </>
  );
}

/** The powers by the appointment's paper, and the answer of those who may decide. */
function AppointedPowers({ form, field }: Props) {
  const { registered, seen, covers, lifeSustaining, answer } = form.capacity.authority[field];
  const { who } = WORDS[field];
  const path = `authority.${field}`;
  const change = (fields: AppointmentChange) => form.edit((before) => changeAppointment(before, field, fields));
  const needsExpressPower = form.capacity.bestInterests.lifeSustaining === true && covers !== false;
  const mayDecide = authorityHolders(form.capacity).some((holder) => holder.field === field);
  return (
    <>
      {field === 'lpa' && (
        <YesNoField
          {...form.answer(`${path}.registered`, registered)}
          label="Is it registered?"
          hint="With the Office of the Public Guardian."
          onChange={(value) => change({ registered: value })}
        />
      )}
      <YesNoField
        {...form.answer(`${path}.seen`, seen)}
        label="Have you seen the paper?"
        onChange={(value) => change({ seen: value })}
      />
      <YesNoField
        {...form.answer(`${path}.covers`, covers)}
        label="Does it cover this treatment?"
        onChange={(value) => change({ covers: value })}
      />
      {needsExpressPower && (
        <YesNoField
          {...form.answer(`${path}.lifeSustaining`, lifeSustaining)}
          label={`Does it say that the ${who} decides on life-sustaining treatment?`}
          onChange={(value) => change({ lifeSustaining: value })}
        />
      )}
      {(mayDecide || answer !== null) && (
        <ChoiceCards
          {...form.answer(`${path}.answer`, answer)}
          label={`What does the ${who} say?`}
          choices={ANSWERS}
          onChange={(value) => change({ answer: value })}
        />
      )}
    </>
  );
}
