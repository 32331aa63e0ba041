import { Button, Checkbox } from '@mantine/core';
import { HELP_KINDS } from '#domain/capacity/capacity-test.ts';
import { HELP_WORDS } from '#domain/capacity/capacity-words.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { capacitySentence } from './capacity-sentence.ts';
import { changeTest } from './capacity-edits.ts';
import builder from '../parts/builder.module.css';
import styles from './capacity.module.css';
import type { BuilderStepProps } from '../parts/step-props.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';

type Props = { readonly step: BuilderStepProps; readonly form: CapacityStepForm };

/** Beside the test: the help that was given, the judgement as it grows, and what to look for first. */
export function CapacityAside({ step: { patient, draft, onGo }, form }: Props) {
  const { test, authority } = form.capacity;
  const sentence = capacitySentence(test, spokenName(patient), form.zone);
  const isLookedFor = [authority.lpa, authority.deputy, authority.advance].every(({ found }) => found !== null);
  return (
    <>
      <HelpPanel form={form} />
      {sentence !== '' && (
        <Panel title="Your judgement so far">
          <p className={styles.quote}>{sentence}</p>
        </Panel>
      )}
      {deciderOf(draft.formType) === 'clinician' && !isLookedFor && (
        <Notice
          tone="warn"
          title="Look first"
          action={
            <Button variant="default" size="sm" onClick={() => onGo({ step: 'authority', path: 'capacity.authority.lpa.found' })}>
              Say what you found
            </Button>
          }
        >
          Is there a power of attorney for health, a deputy or an advance decision?
        </Notice>
      )}
    </>
  );
}

function HelpPanel({ form }: { readonly form: CapacityStepForm }) {
  const { help, helpNote } = form.capacity.test;
  const { id, error } = form.field('test.help');
  const change = (fields: Parameters<typeof changeTest>[1]) => form.edit((before) => changeTest(before, fields, form.by()));
  return (
    <Panel title="Help given">
      <div className={builder.stack}>
        {error !== undefined && <p className={builder.error}>{error}</p>}
        <div className={styles.checks} role="group" aria-label="Help given">
          {HELP_KINDS.map((kind, index) => (
            <Checkbox
              key={kind}
              id={index === 0 ? id : `${id}-${kind}`}
              label={HELP_WORDS[kind]}
              checked={help.includes(kind)}
              onChange={({ currentTarget }) =>
                change({ help: HELP_KINDS.filter((each) => (each === kind ? currentTarget.checked : help.includes(each))) })
              }
            />
          ))}
        </div>
        <TextAreaField
          {...form.field('test.helpNote')}
          label="Other help, or why none was possible"
          optional={help.length > 0}
          maxLength={NOTE_MOST}
          minRows={1}
          value={helpNote}
          onChange={(text) => change({ helpNote: text })}
        />
      </div>
    </Panel>
  );
}
