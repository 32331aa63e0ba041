import { Button } from '@mantine/core';
import { NO_TREATMENT } from '#domain/library/procedure-parts.ts';
import { OPTION_TEXT_MOST, OPTIONS_MOST } from '#domain/capacity/capacity-best-interests.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import builder from '../parts/builder.module.css';
import { addOption, changeOption, removeOption } from './capacity-edits.ts';
import styles from './capacity.module.css';
import type { CapacityStepForm } from './use-capacity-form.ts';

/** The options that were weighed, at least two, and why no gentler one will do. */
export function OptionsPanel({ form }: { readonly form: CapacityStepForm }) {
  const { options, leastRestrictive } = form.capacity.bestInterests;
  const { id, error } = form.field('bestInterests.options');
  const hasNoTreatment = options.some(({ text }) => text === NO_TREATMENT);
  return (
    <Panel title="The options">
      <div className={builder.stack}>
        {error !== undefined && <p className={builder.error}>{error}</p>}
        {/* Options have no ids; a list grows and shrinks by one at a time. */}
        {options.map(({ text, why }, index) => (
          <div key={index} className={styles.option} role="group" aria-label={`Option ${index + 1}`}>
            <div className={builder.tight}>
              <TextField
                {...form.field(`bestInterests.options.${index}.text`)}
                label={`Option ${index + 1}`}
                maxLength={OPTION_TEXT_MOST}
                value={text}
                onChange={(changed) => form.edit((before) => changeOption(before, index, { text: changed }))}
              />
              <TextAreaField
                {...form.field(`bestInterests.options.${index}.why`)}
                label="For and against"
                maxLength={NOTE_MOST}
                minRows={1}
                value={why}
                onChange={(changed) => form.edit((before) => changeOption(before, index, { why: changed }))}
              />
            </div>
            <Button variant="subtle" size="sm" onClick={() => form.edit((before) => removeOption(before, index))}>
              Remove <span className="visually-hidden">option {index + 1}</span>
            </Button>
          </div>
        ))}
        {options.length < OPTIONS_MOST && (
          <div className={styles.buttons}>
            <Button
              id={id}
              variant="default"
              leftSection={<Icon name="plus" />}
              onClick={() => form.edit((before) => addOption(before))}
            >
              Add an option
            </Button>
            {!hasNoTreatment && (
              <Button variant="default" onClick={() => form.edit((before) => addOption(before, NO_TREATMENT))}>
                Add “{NO_TREATMENT}”
              </Button>
            )}
          </div>
        )}
        <TextAreaField
          {...form.field('bestInterests.leastRestrictive')}
          label="Why will no gentler option do?"
          maxLength={NOTE_MOST}
          minRows={2}
          value={leastRestrictive}
          onChange={(changed) => form.change('bestInterests', { leastRestrictive: changed })}
        />
      </div>
    </Panel>
  );
}
