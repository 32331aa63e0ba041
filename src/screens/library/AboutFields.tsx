import { CheckCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { ANAESTHETICS } from '#domain/library/anaesthetic-words.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { NAME_MOST, LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { ACRONYM_MOST } from '#domain/library/procedure.ts';
import { SPECIALITY_MOST } from '#domain/organisation/organisation.ts';
import { SITE_MOST } from '#domain/library/procedure-parts.ts';
import { formWithAudience } from './form-words.ts';
import { textControlAt, type FormEditing } from './edit-lines.ts';
import styles from './library.module.css';
import { inOrder } from './procedure-form.ts';

/** Name, description, forms and side of a procedure. */
export function AboutFields({ editor }: { readonly editor: FormEditing }) {
  return (
    <>
      <Panel title="About it">
        <div className={styles.stack}>
          <TextField {...textControlAt(editor, 'procedureName')} label="Name" hint="As patients read it" maxLength={NAME_MOST} />
          <div className={styles.pair}>
            <TextField {...textControlAt(editor, 'procedureAcronym')} label="Acronym" optional maxLength={ACRONYM_MOST} />
            <TextField {...textControlAt(editor, 'speciality')} label="Speciality" optional maxLength={SPECIALITY_MOST} />
          </div>
          <TextAreaField
            {...textControlAt(editor, 'procedureDescription')}
            label="What is done, in plain words"
            maxLength={LONG_TEXT_MOST}
            optional
          />
        </div>
      </Panel>
      <FormsPanel editor={editor} />
    </>
  );
}

function FormsPanel({ editor }: { readonly editor: FormEditing }) {
  const { form, change, errorAt } = editor;
  const site = form.siteDefault.trim();
  return (
    <Panel title="Form and side">
      <div className={styles.stack}>
        <CheckCards
          id="formTypes"
          label="Forms that it may go on"
          stacked
          value={form.formTypes}
          onChange={(chosen) => change({ formTypes: inOrder(chosen) })}
          error={errorAt('formTypes')}
          choices={FORM_TYPES.map((value) => ({ value, label: formWithAudience(value) }))}
        />
        <YesNoField
          id="sideRequired"
          label="Must a side be chosen?"
          hint={form.sideRequired === true ? `Forms then say RIGHT ${site || 'side'}.` : undefined}
          value={form.sideRequired}
          onChange={(sideRequired) => change({ sideRequired })}
          error={errorAt('sideRequired')}
        />
        <div className={styles.pair}>
          <TextField {...textControlAt(editor, 'siteDefault')} label="Part of the body" optional maxLength={SITE_MOST} />
          <SelectField
            id="formDefault"
            label="Form that a consent starts with"
            optional
            placeholder="No usual form"
            value={form.formDefault}
            onChange={(value) => change({ formDefault: FORM_TYPES.find((each) => each === value) ?? '' })}
            error={errorAt('formDefault')}
            options={form.formTypes.map((value) => ({ value, label: formWithAudience(value) }))}
          />
        </div>
        <CheckCards
          id="anaestheticDefault"
          label="Usual anaesthetic"
          optional
          value={form.anaestheticDefault}
          onChange={(chosen) => change({ anaestheticDefault: [...chosen] })}
          error={errorAt('anaestheticDefault')}
          choices={ANAESTHETICS.map(({ value, label }) => ({ value, label }))}
        />
      </div>
    </Panel>
  );
}
