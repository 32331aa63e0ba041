import { Button } from '@mantine/core';
import type { Missing } from '#domain/forms/missing.ts';
import { NOTE_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import builder from '../parts/builder.module.css';
import styles from './capacity.module.css';
import { changeAdvocate } from './capacity-edits.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';

type Props = { readonly form: CapacityStepForm; readonly missing: readonly Missing[] };

/** The independent mental capacity advocate: a quiet offer, until the answers ask for one or somebody adds one. */
export function AdvocatePanel({ form, missing }: Props) {
  const { people, bestInterests } = form.capacity;
  const { imca, imcaReason } = people;
  const missingReason = missing.find(({ path }) => path === 'capacity.people.imca');
  const add = (
    <Button
      variant="default"
      id={form.field('people.imca').id}
      leftSection={<Icon name="plus" />}
      onClick={() => form.edit((before) => changeAdvocate(before, { at: form.by().now }))}
    >
      Add an advocate (IMCA)
    </Button>
  );
  if (imca === null)
    return (
      <>
        {missingReason === undefined ? <div>{add}</div> : <Notice tone="warn" title={missingReason.message} action={add} />}
        {((missingReason !== undefined && bestInterests.urgent === true) || imcaReason !== '') && (
          <Panel title="No time for an advocate?">
            <TextAreaField
              {...form.field('people.imcaReason')}
              label="Why is there no advocate?"
              maxLength={NOTE_MOST}
              minRows={2}
              value={imcaReason}
              onChange={(text) => form.change('people', { imcaReason: text })}
            />
          </Panel>
        )}
      </>
    );
  const change = (fields: Partial<typeof imca>) => form.edit((before) => changeAdvocate(before, fields));
  return (
    <Panel
      title="Advocate (IMCA)"
      actions={
        <Button variant="subtle" onClick={() => form.change('people', { imca: null })}>
          Remove <span className="visually-hidden">the advocate</span>
        </Button>
      }
    >
      <div className={builder.stack}>
        <div className={styles.grid}>
          <TextField
            {...form.field('people.imca.name')}
            label="Name"
            maxLength={NAME_MOST}
            value={imca.name}
            onChange={(name) => change({ name })}
          />
          <TextField
            {...form.field('people.imca.organisation')}
            label="Organisation"
            maxLength={NAME_MOST}
            value={imca.organisation}
            onChange={(organisation) => change({ organisation })}
          />
        </div>
        <DateTimeField
          {...form.answer('people.imca.at', imca.at)}
          label="When"
          timeZone={form.zone}
          onChange={(at) => change({ at })}
        />
        <TextAreaField
          {...form.field('people.imca.view')}
          label="What did the advocate say?"
          maxLength={NOTE_MOST}
          minRows={2}
          value={imca.view}
          onChange={(view) => change({ view })}
        />
      </div>
    </Panel>
  );
}
