import type { AuditQuestion } from '#src/queries/audit.ts';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { AUDIT_SHOWN } from '#domain/audit/audit-trail.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { PATIENT_NUMBER_MOST } from '#domain/patients/patient-number.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { auditProblems, SHOWN_WORDS, type AuditProblems } from './audit-form.ts';
import styles from './security.module.css';

type AuditQuestionFormProps = { readonly start: AuditQuestion; readonly onAsk: (question: AuditQuestion) => void };

const SHOWN = AUDIT_SHOWN.map((value) => ({ value, label: SHOWN_WORDS[value] }));

/** Day, person, patient and part of the trail. Asked by a button: each question is a line of the log, and half a word is none. */
export function AuditQuestionForm({ start, onAsk }: AuditQuestionFormProps) {
  const [fields, setFields] = useState(start);
  const [problems, setProblems] = useState<AuditProblems>({});
  const change = (part: Partial<AuditQuestion>) => setFields({ ...fields, ...part });
  return (
    <form
      className={styles.question}
      aria-label="What to show"
      onSubmit={(event) => {
        event.preventDefault();
        const found = auditProblems(fields);
        setProblems(found);
        const [first] = Object.keys(found);
        // The first of the three boxes of a day.
        if (first !== undefined) return document.getElementById(first === 'day' ? 'audit-day' : 'audit-patient')?.focus();
        return onAsk({ ...fields, person: fields.person.trim(), patient: fields.patient.trim() });
      }}
    >
      <PlainDateField id="audit-day" label="Day" value={fields.day} error={problems.day} onChange={(day) => change({ day })} />
      <TextField
        id="audit-person"
        label="Member of staff"
        hint="Part of the name"
        optional
        maxLength={NAME_MOST}
        value={fields.person}
        onChange={(person) => change({ person })}
      />
      <TextField
        id="audit-patient"
        label="Patient’s number"
        hint="For example P-000123"
        optional
        maxLength={PATIENT_NUMBER_MOST}
        value={fields.patient}
        error={problems.patient}
        onChange={(patient) => change({ patient })}
      />
      <NativeSelect
        label="What"
        value={fields.show}
        data={SHOWN}
        onChange={({ currentTarget: { value } }) => change({ show: AUDIT_SHOWN.find((each) => each === value) ?? 'ALL' })}
      />
      {fields.member !== null && (
        <Button variant="default" onClick={() => change({ member: null })}>
          Not only {fields.member.name}
        </Button>
      )}
      <Button type="submit">Show</Button>
    </form>
  );
}
