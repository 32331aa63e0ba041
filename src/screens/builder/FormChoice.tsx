import { useTemplateCatalogue } from '#src/queries/library.ts';
import { isForChild } from '#domain/age-at-signing.ts';
import { ageOn } from '#domain/plain-date.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { SelectField } from '#src/ui/SelectField.tsx';
import type { FormType } from '#domain/states.ts';
import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BuilderStepProps } from './step-props.ts';
import { TemplateText } from './TemplateText.tsx';
import styles from './builder.module.css';

/** The forms that the app supports up to the signature. */
const FORMS = [
  { value: 'FORM_1', label: 'Form 1', hint: 'An adult or young person who can decide' },
  { value: 'FORM_3', label: 'Form 3', hint: 'Awake throughout, without sedation' },
  { value: 'FORM_4', label: 'Form 4', hint: 'An adult who cannot decide' },
] as const satisfies readonly { value: FormType; label: string; hint: string }[];

/** The type of form and the template. The template follows the type until the person chooses another. */
export function FormChoice({ patient, draft, edit, errorAt }: Pick<BuilderStepProps, 'patient' | 'draft' | 'edit' | 'errorAt'>) {
  const isChild = isForChild(ageOn(patient.dateOfBirth, useToday()));
  const { items: templates = [] } = useTemplateCatalogue();
  const [isShown, setShown] = useState(false);
  const fitting = templates.filter(({ formType }) => formType === draft.formType);
  const chosen = fitting.find(({ _id }) => _id === draft.templateID);
  const first = fitting[0]?._id ?? null;
  const isUnfit = templates.length > 0 && chosen === undefined;
  useEffect(() => {
    if (isUnfit) edit((before) => (before.templateID === first ? before : { ...before, templateID: first }));
  }, [isUnfit, first, edit]);
  return (
    <Panel title="Form">
      <div className={styles.stack}>
        {isChild && (
          <Notice tone="warn" title="This patient is under 16">
            A parent usually signs, on Form 2. Use your hospital’s own form for now: this one cannot be completed.
          </Notice>
        )}
        <ChoiceCards
          id="formType"
          label="Type of form"
          hint="For a parent’s consent, or a patient who cannot decide: use your hospital’s own form 2 or 4 for now."
          choices={FORMS}
          value={FORMS.find(({ value }) => value === draft.formType)?.value ?? null}
          onChange={(formType) => edit((before) => ({ ...before, formType }))}
          error={errorAt('formType')}
        />
        <div>
          <SelectField
            id="templateID"
            label="Template"
            options={fitting.map((each) => ({ value: each._id, label: templateWords(each) }))}
            // A select truncates a label longer than itself.
            hint={chosen !== undefined && templateWords(chosen).length > UNCUT ? templateWords(chosen) : undefined}
            value={chosen?._id ?? ''}
            onChange={(templateID) => edit((before) => ({ ...before, templateID }))}
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
        title={<strong>{templateName(chosen?.name ?? '')}</strong>}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <TemplateText nodes={chosen?.data ?? []} />
      </Modal>
    </Panel>
  );
}

/** Longest label that a select shows in full on the narrowest screens, in characters [choice]. */
const UNCUT = 28;

function templateWords({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${templateName(name)}, version ${version}`;
}

// The type of form is shown above already.
function templateName(name: string): string {
  return name.replace(/^FORM_\d\s+/, '');
}
