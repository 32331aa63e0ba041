import { Button, Checkbox } from '@mantine/core';
import { CONSULTED_HOW, type ConsultedPerson } from '#domain/capacity/capacity-people.ts';
import { CONSULTED_HOW_WORDS } from '#domain/capacity/capacity-people-words.ts';
import { decisionAuthority } from '#domain/capacity/decision-authority.ts';
import { NAME_MOST, RELATION_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import builder from '../parts/builder.module.css';
import styles from './capacity.module.css';
import { changePerson, removePerson } from './capacity-edits.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';

const WAYS = CONSULTED_HOW.map((value) => ({ value, label: CONSULTED_HOW_WORDS[value] }));

type Props = { readonly form: CapacityStepForm; readonly index: number; readonly person: ConsultedPerson };
type PartProps = Props & { readonly change: (fields: Partial<ConsultedPerson>) => void };

/** One person who was asked, and what they said. */
export function ConsultedPanel(props: Props) {
  const { form, index, person } = props;
  const change = (fields: Partial<ConsultedPerson>) => form.edit((before) => changePerson(before, index, fields));
  const title = person.name === '' ? `Person ${index + 1}` : person.name;
  return (
    <Panel
      title={title}
      actions={
        <Button variant="subtle" onClick={() => form.edit((before) => removePerson(before, index))}>
          Remove <span className="visually-hidden">{title}</span>
        </Button>
      }
    >
      <div className={builder.stack}>
        <PersonFields {...props} change={change} />
        <ViewFields {...props} change={change} />
        <SignsField {...props} change={change} />
      </div>
    </Panel>
  );
}

/** The person asked, with the way and the time of asking. */
function PersonFields({ form, index, person, change }: PartProps) {
  const path = `people.consulted.${index}`;
  return (
    <>
      <div className={styles.grid}>
        <TextField
          {...form.field(`${path}.name`)}
          label="Name"
          maxLength={NAME_MOST}
          value={person.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          {...form.field(`${path}.relation`)}
          label="How they know the patient"
          maxLength={RELATION_MOST}
          value={person.relation}
          onChange={(relation) => change({ relation })}
        />
        <SelectField
          {...form.field(`${path}.how`)}
          label="How you asked"
          placeholder="Choose"
          options={WAYS}
          value={person.how ?? ''}
          onChange={(text) => change({ how: CONSULTED_HOW.find((way) => way === text) ?? null })}
        />
      </div>
      <DateTimeField
        {...form.answer(`${path}.at`, person.at)}
        label="When"
        timeZone={form.zone}
        onChange={(at) => change({ at })}
      />
      <YesNoField
        {...form.answer(`${path}.paid`, person.paid)}
        label="Are they paid to care for the patient?"
        onChange={(paid) => change({ paid })}
      />
    </>
  );
}

/** The person's view, and whether they are against the treatment. */
function ViewFields({ form, index, person, change }: PartProps) {
  const path = `people.consulted.${index}`;
  return (
    <>
      <TextAreaField
        {...form.field(`${path}.view`)}
        label="What did they say?"
        maxLength={NOTE_MOST}
        minRows={2}
        value={person.view}
        onChange={(view) => change({ view })}
      />
      <YesNoField
        {...form.answer(`${path}.against`, person.against)}
        label="Are they against the treatment?"
        onChange={(against) => change({ against })}
      />
    </>
  );
}

/** The question whether the person signs too; not offered where the legal decision-maker signs. */
function SignsField({ form, index, person, change }: PartProps) {
  const { decidedBy } = decisionAuthority(form.capacity);
  const isHolderSigning = decidedBy === 'LPA' || decidedBy === 'DEPUTY';
  if (isHolderSigning && !person.signs) return null;
  return (
    <Checkbox
      id={form.field(`people.consulted.${index}.signs`).id}
      label="They sign this form too"
      description={
        isHolderSigning
          ? 'Not asked to: who decides by law signs instead.'
          : 'As asked, not as consent. The form does not wait for it.'
      }
      checked={person.signs}
      onChange={(event) => change({ signs: event.currentTarget.checked })}
    />
  );
}
