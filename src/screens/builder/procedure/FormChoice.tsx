import { useTemplateCatalogue } from '#src/queries/library/library.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import type { FormType } from '#domain/forms/form-types.ts';
import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fieldFaults } from '../parts/field-faults.ts';
import { changeTemplate } from './procedure-edits.ts';
import { nameWithoutType, type Template } from '#domain/templates/library-template.ts';
import { formChoices } from './form-choices.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import styles from '../parts/builder.module.css';

type Props = Pick<BuilderStepProps, 'draft' | 'edit' | 'missing' | 'errorAt' | 'isRevisited'> & {
  /** those of the patient's age */
  readonly forms: readonly FormType[];
};

/** The type of form and the template. The template follows the type until the person chooses another. */
export function FormChoice({ forms, draft, edit, missing, errorAt, isRevisited }: Props) {
  const faultAt = fieldFaults({ draft, missing, errorAt, isRevisited });
  const choices = formChoices(forms);
  const { items: templates = NO_TEMPLATES } = useTemplateCatalogue();
  const [isShown, setShown] = useState(false);
  const fitting = templates.filter(({ formType }) => formType === draft.formType);
  const chosen = fitting.find(({ _id }) => _id === draft.templateID);
  const first = fitting[0]?._id ?? null;
  const isUnfit = templates.length > 0 && chosen === undefined;
  useEffect(() => {
    if (isUnfit) edit((before) => changeTemplate(before, first, templates));
  }, [isUnfit, first, edit, templates]);
  return (
    <Panel title="Form">
      <div className={styles.stack}>
        <ChoiceCards
          id="formType"
          label="Type of form"
          hint="Changing the form keeps everything that is written."
          stacked
          choices={choices}
          value={choices.find(({ value }) => value === draft.formType)?.value ?? null}
          onChange={(formType) => edit((before) => ({ ...before, formType }))}
          error={faultAt('formType')}
        />
        <div>
          <SelectField
            id="templateID"
            label="Template"
            options={fitting.map((each) => ({ value: each._id, label: templateWords(each) }))}
            // A select truncates a label longer than itself.
            hint={chosen !== undefined && templateWords(chosen).length > UNCUT ? templateWords(chosen) : undefined}
            value={chosen?._id ?? ''}
            onChange={(templateID) => edit((before) => changeTemplate(before, templateID, templates))}
            error={errorAt('templateID')}
          />
          <Button variant="subtle" mt="xs" disabled={chosen === undefined} onClick={() => setShown(true)}>
            Read the template
          </Button>
        </div>
      </div>
      <Modal
        opened={isShown}
        onClose={() => setShown(false)}
        title={<strong>{nameWithoutType(chosen?.name ?? '')}</strong>}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <TemplateText nodes={chosen?.data ?? []} />
      </Modal>
    </Panel>
  );
}

const NO_TEMPLATES: readonly Template[] = [];

/** Longest label that a select shows in full on the narrowest screens, in characters [choice]. */
const UNCUT = 28;

function templateWords({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${nameWithoutType(name)}, version ${version}`;
}
