import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { Button } from '@mantine/core';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import styles from './capacity.module.css';
import type { CapacityStepForm } from './use-capacity-form.ts';

const NOT_KNOWN = 'Not known';

type Props = {
  readonly form: CapacityStepForm;
  readonly field: 'pastWishes' | 'beliefs' | 'patientView';
  readonly label: string;
};

/** A wish in words, or said to be not known. */
export function WishField({ form, field, label }: Props) {
  const value = form.capacity.bestInterests[field];
  const change = (text: string) => form.change('bestInterests', { [field]: text });
  const bound = form.field(`bestInterests.${field}`);
  return (
    <div>
      <TextAreaField {...bound} label={label} maxLength={NOTE_MOST} minRows={2} value={value} onChange={change} />
      {value === '' && (
        <Button
          className={styles.notKnown ?? ''}
          variant="subtle"
          size="sm"
          aria-label={`${NOT_KNOWN}: ${label}`}
          onClick={() => {
            change(NOT_KNOWN);
            // The button goes with the answer: the focus stays at the field.
            document.getElementById(bound.id)?.focus();
          }}
        >
          {NOT_KNOWN}
        </Button>
      )}
    </div>
  );
}
