import { missingBlocks } from '#domain/templates/template-faults.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { useStaffChoices } from '#src/queries/reference.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { lazy, Suspense } from 'react';
import type { TemplateForm } from './template-form.ts';
import { FORM_OPTIONS } from './template-words.ts';
import styles from './templates.module.css';

// The editor's library comes with the first text that is edited.
const TextEditor = lazy(async () => ({ default: (await import('./editor/TextEditor.tsx')).TextEditor }));

type TemplateFieldsProps = {
  readonly form: ValidatedForm<TemplateForm>;
  /** Another one puts another text into the editor. */
  readonly textKey: number;
};

/** Name, form type, speciality and the text. */
export function TemplateFieldset({ form, textKey }: TemplateFieldsProps) {
  const { specialities } = useStaffChoices();
  const { formType, data, speciality } = form.values;
  const names = specialities.map(({ name }) => name);
  const options = [...names, ...(speciality === '' || names.includes(speciality) ? [] : [speciality])];
  const at = form.at('data');
  return (
    <Panel>
      <div className={styles.stack}>
        <TextField {...form.at('name')} label="Name" maxLength={NAME_MOST} />
        <SelectField
          {...form.at('formType')}
          label="Type of form"
          options={FORM_OPTIONS}
          // The options are these very values.
          onChange={(value) => form.change({ formType: value as FormType })}
        />
        <SelectField
          {...form.at('speciality')}
          label="Speciality"
          optional
          placeholder="All"
          options={options.map((name) => ({ value: name, label: name }))}
        />
        <div>
          <Suspense fallback={<Skeleton lines={8} />}>
            <TextEditor
              key={textKey}
              id={at.id}
              initial={data}
              missing={missingBlocks({ formType, data })}
              error={at.error}
              onChange={(next) => form.change({ data: next })}
            />
          </Suspense>
        </div>
      </div>
    </Panel>
  );
}
