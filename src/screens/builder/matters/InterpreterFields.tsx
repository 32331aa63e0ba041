import { SimpleGrid } from '@mantine/core';
import { capitalised } from '#domain/base/capitalised.ts';
import { INTERPRETED_FOR, INTERPRETER_MODES, type Interpreter } from '#domain/consents/consent.ts';
import { INTERPRETED_FOR_WORDS, MODE_WORDS } from '#domain/consents/interpreter-words.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { changeInterpreter, languageToInterpret } from './choice-edits.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { YES_NO_CHOICES, yesNo } from '../parts/yes-no.ts';
import styles from '../parts/builder.module.css';
import { deciderOf } from '#domain/forms/form-types.ts';
import { NAME_MOST, EMAIL_MOST, PHONE_MOST, RELATION_MOST, SHORT_REASON_MOST } from '#domain/values/text-limits.ts';
import { INTERPRETER_LANGUAGE_MOST, AGENCY_NUMBER_MOST } from '#domain/consents/consent.ts';

const MODES = INTERPRETER_MODES.map((value) => ({ value, label: capitalised(MODE_WORDS[value]) }));
const FOR = INTERPRETED_FOR.map((value) => ({ value, label: capitalised(INTERPRETED_FOR_WORDS[value]) }));

const SIGNING = [
  { value: 'HERE', label: 'Signs on this tablet' },
  { value: 'NAMED', label: 'Is named only', hint: 'For example by telephone: does not sign' },
] as const;

/** The single-line text fields, in the order of the form. */
const LINES = [
  { name: 'name', label: 'Name', most: NAME_MOST, optional: false, type: 'text', hint: undefined },
  { name: 'language', label: 'Language', most: INTERPRETER_LANGUAGE_MOST, optional: false, type: 'text', hint: undefined },
  { name: 'emailAddress', label: 'Email', most: EMAIL_MOST, optional: true, type: 'email', hint: 'To reach the interpreter' },
  { name: 'phone', label: 'Phone', most: PHONE_MOST, optional: true, type: 'tel', hint: undefined },
  { name: 'agencyId', label: 'Agency number', most: AGENCY_NUMBER_MOST, optional: true, type: 'text', hint: undefined },
  {
    name: 'relation',
    label: 'Relation to the patient',
    most: RELATION_MOST,
    optional: true,
    type: 'text',
    hint: 'Only for a relative, e.g. “sister”',
  },
] as const;

/** The interpreter's details, the mode, for whom they interpret, and whether they sign on this device. */
export function InterpreterFields({
  patient,
  draft,
  edit,
  errorAt,
}: Pick<BuilderStepProps, 'patient' | 'draft' | 'edit' | 'errorAt'>) {
  const { interpreter } = draft;
  const language = languageToInterpret(patient.communication);
  const change = (fields: Partial<Interpreter>) => edit((before) => changeInterpreter(before, fields, language));
  const needsReason = (interpreter?.relation ?? '') !== '' || interpreter?.adult === false;
  return (
    <Panel title="Who interprets">
      <div className={styles.stack} id="interpreter" tabIndex={-1}>
        {errorAt('interpreter') !== undefined && <p className={styles.error}>{errorAt('interpreter')}</p>}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md" style={{ alignItems: 'end' }}>
          {LINES.map(({ name, label, most, optional, type, hint }) => (
            <TextField
              key={name}
              id={`interpreter-${name}`}
              label={label}
              hint={hint}
              type={type}
              optional={optional}
              maxLength={most}
              value={interpreter?.[name] ?? (interpreter === null && name === 'language' ? language : '')}
              onChange={(text) => change({ [name]: text === '' && optional ? null : text })}
              error={errorAt(`interpreter.${name}`)}
            />
          ))}
        </SimpleGrid>
        <ChoiceCards
          id="interpreter-adult"
          label="Is the interpreter 18 or older?"
          choices={YES_NO_CHOICES}
          value={yesNo(interpreter?.adult)}
          onChange={(answer) => change({ adult: answer === 'yes' })}
          error={errorAt('interpreter.adult')}
        />
        {needsReason && (
          <TextAreaField
            id="interpreter-relationReason"
            label="Why does a relative or a minor interpret?"
            hint="A trained interpreter is safer. The reason is kept with the consent."
            maxLength={SHORT_REASON_MOST}
            minRows={2}
            value={interpreter?.relationReason ?? ''}
            onChange={(relationReason) => change({ relationReason })}
            error={errorAt('interpreter.relationReason')}
          />
        )}
        <ChoiceCards
          id="interpreter-mode"
          label="How"
          choices={MODES}
          value={interpreter?.mode ?? 'IN_PERSON'}
          onChange={(mode) => change({ mode })}
          error={errorAt('interpreter.mode')}
        />
        {deciderOf(draft.formType) === 'family' && (
          <ChoiceCards
            id="interpreter-for"
            label="For whom?"
            choices={FOR}
            value={interpreter?.for ?? null}
            onChange={(value) => change({ for: value })}
            error={errorAt('interpreter.for')}
          />
        )}
        <ChoiceCards
          id="interpreter-signing"
          label="Does the interpreter sign?"
          choices={SIGNING}
          value={signingOf(interpreter)}
          onChange={(signing) => change({ signing, signsHere: signing === 'HERE' })}
          error={errorAt('interpreter.signing')}
        />
      </div>
    </Panel>
  );
}

// Forms of builds before say only whether the interpreter signs here.
function signingOf(interpreter: Interpreter | null): 'HERE' | 'NAMED' | null {
  if (interpreter?.signing === 'NAMED') return 'NAMED';
  return interpreter?.signing === 'HERE' || interpreter?.signsHere === true ? 'HERE' : null;
}
