import { Button } from '@mantine/core';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { PlainDateField } from '#src/ui/PlainDateField.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { isPlainDate } from '#domain/plain-date.ts';
import { useState } from 'react';
import builder from './builder.module.css';
import styles from './capacity.module.css';
import { changeCourtOrder } from './capacity-edits.ts';
import type { CapacityForm } from './use-capacity-form.ts';

const DECISIONS = [
  { value: 'TREAT', label: 'The treatment may go ahead' },
  { value: 'DO_NOT_TREAT', label: 'No treatment' },
] as const;

/** A court's decision about this treatment, only where there is one. */
export function CourtOrderPanel({ form }: { readonly form: CapacityForm }) {
  const { courtOrder } = form.capacity.authority;
  const path = 'authority.courtOrder';
  const [typedDate, setTypedDate] = useState(courtOrder?.date ?? '');
  if (courtOrder === null)
    return (
      <Panel title="Court order">
        <p className={builder.small}>Only if a court has decided about this treatment.</p>
        <Button
          variant="default"
          mt="xs"
          id={form.field(path).id}
          leftSection={<Icon name="plus" />}
          onClick={() => form.edit((before) => changeCourtOrder(before, {}))}
        >
          Add a court order
        </Button>
      </Panel>
    );
  const change = (fields: Partial<typeof courtOrder>) => form.edit((before) => changeCourtOrder(before, fields));
  // An unfinished date is no date of the draft, and stays on the screen.
  const shownDate = (isPlainDate(typedDate) ? typedDate : null) === courtOrder.date ? typedDate : (courtOrder.date ?? '');
  return (
    <Panel
      title="Court order"
      actions={
        <Button variant="subtle" onClick={() => form.change('authority', { courtOrder: null })}>
          Remove <span className="visually-hidden">the court order</span>
        </Button>
      }
    >
      <div className={builder.stack}>
        <div className={styles.grid}>
          <TextField
            {...form.field(`${path}.court`)}
            label="Court"
            maxLength={200}
            value={courtOrder.court}
            onChange={(court) => change({ court })}
          />
          <TextField
            {...form.field(`${path}.number`)}
            label="Number of the order"
            maxLength={100}
            value={courtOrder.number}
            onChange={(number) => change({ number })}
          />
        </div>
        <PlainDateField
          {...form.field(`${path}.date`)}
          label="Date of the order"
          value={shownDate}
          onChange={(text) => {
            setTypedDate(text);
            change({ date: isPlainDate(text) ? text : null });
          }}
        />
        <ChoiceCards
          {...form.answer(`${path}.decision`, courtOrder.decision)}
          label="What did the court decide?"
          choices={DECISIONS}
          onChange={(decision) => change({ decision })}
        />
      </div>
    </Panel>
  );
}
