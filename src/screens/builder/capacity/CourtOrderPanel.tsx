import { Button } from '@mantine/core';
import { CourtOrderFields } from '#src/ui/fields/CourtOrderFields.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import builder from '../parts/builder.module.css';
import { changeCourtOrder } from './capacity-edits.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';

/** A court's decision about this treatment, only where there is one. */
export function CourtOrderPanel({ form }: { readonly form: CapacityStepForm }) {
  const { courtOrder } = form.capacity.authority;
  const path = 'authority.courtOrder';
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
  return (
    <Panel
      title="Court order"
      actions={
        <Button variant="subtle" onClick={() => form.change('authority', { courtOrder: null })}>
          Remove <span className="visually-hidden">the court order</span>
        </Button>
      }
    >
      <CourtOrderFields
        id={form.field(path).id}
        order={courtOrder}
        onChange={(fields) => form.edit((before) => changeCourtOrder(before, fields))}
        errorAt={(field) => form.field(`${path}.${field}`).error}
      />
    </Panel>
  );
}
