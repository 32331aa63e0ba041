import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { useState } from 'react';
import { CheckCards, ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { CopyField } from '#src/ui/fields/CopyField.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { NhsNumberField } from '#src/ui/fields/NhsNumberField.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';

const sides = [
  { value: 'LEFT', label: 'LEFT' },
  { value: 'RIGHT', label: 'RIGHT' },
  { value: 'BOTH', label: 'BOTH', hint: 'Both sides in one operation' },
] as const;

const reasons = [
  { value: 'pain', label: 'Relief of pain' },
  { value: 'walking', label: 'Walking further', hint: 'Most people walk without a stick after 12 weeks' },
] as const;

/** Fields: empty, filled, with hint, with error, disabled. */
export function FieldsSection() {
  const [text, setText] = useState('');
  const [notes, setNotes] = useState('');
  const [nhs, setNhs] = useState('9990000018');
  const [date, setDate] = useState('1950-03-14');
  const [password, setPassword] = useState('');
  const [grade, setGrade] = useState('');
  const [side, setSide] = useState<(typeof sides)[number]['value'] | null>(null);
  const [benefits, setBenefits] = useState<readonly (typeof reasons)[number]['value'][]>(['pain']);
  const [urgent, setUrgent] = useState<boolean | null>(null);
  const [assessed, setAssessed] = useState<string | null>('2026-08-06T14:05:00.000Z');
  const [file, setFile] = useState('');
  return (
    <Panel title="Fields">
      <div style={{ display: 'grid', gap: '1.25rem', maxWidth: '44rem' }}>
        <TextField id="first-name" label="First name" hint="As on the wristband" value={text} onChange={setText} />
        <TextField id="last-name" label="Last name" error="Enter the last name" value={text} onChange={setText} />
        <TextField id="phone" label="Phone number" type="tel" inputMode="tel" optional value="" onChange={setText} disabled />
        <NhsNumberField id="nhs-number" label="NHS number" optional value={nhs} onChange={setNhs} />
        <PlainDateField id="birth-date" label="Date of birth" hint="For example 14 3 1950" value={date} onChange={setDate} />
        <PlainDateField id="review-date" label="Review date" error="Enter a real date" value="2026-02-31" onChange={setDate} />
        <PasswordField id="password" label="Password" autoComplete="current-password" value={password} onChange={setPassword} />
        <SelectField
          id="grade"
          label="Grade"
          placeholder="Choose a grade"
          options={[{ value: 'consultant', label: 'Consultant' }]}
          value={grade}
          onChange={setGrade}
        />
        <TextAreaField id="notes" label="What matters to this patient" value={notes} onChange={setNotes} />
        <ChoiceCards
          id="side"
          label="Side"
          hint="Ask the patient, and check the notes"
          choices={sides}
          value={side}
          onChange={setSide}
        />
        <ChoiceCards id="side-2" label="Side" error="Choose the side" choices={sides} value={null} onChange={setSide} />
        <YesNoField
          id="urgent"
          label="Is this urgent?"
          hint="There is no time to ask first"
          value={urgent}
          onChange={setUrgent}
        />
        <YesNoField id="urgent-2" label="Is this urgent?" error="Say whether this is urgent" value={null} onChange={setUrgent} />
        <DateTimeField id="assessed" label="Date and time" timeZone={DEFAULT_ZONE} value={assessed} onChange={setAssessed} />
        <CheckCards id="benefits" label="Benefits" stacked choices={reasons} value={benefits} onChange={setBenefits} />
        <FileDrop
          id="signed-pdf"
          label={file === '' ? 'Choose a signed PDF' : `Chosen: ${file}`}
          hint="PDF, up to 10 MB"
          accept="application/pdf"
          onFiles={([chosen]) => setFile(chosen?.name ?? '')}
        />
        <CopyField label="Verify code" value="DEMO-7K4Q-XN2M" />
      </div>
    </Panel>
  );
}
