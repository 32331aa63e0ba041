import type { Capacity } from '#domain/capacity/capacity.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useOwnName } from '#src/session/session.ts';
import { capacityOf, changePart, type Assessing } from './capacity-edits.ts';
import type { Draft } from '../draft/draft.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import { idOf } from '../parts/steps.ts';

/** One of the steps of the decision for somebody who cannot decide: its answers, and how its fields are bound to them. */
export type CapacityStepForm = {
  readonly capacity: Capacity;
  /** IANA name */
  readonly zone: string;
  readonly edit: BuilderStepProps['edit'];
  /** Changes fields of one of the five parts. */
  readonly change: <Part extends keyof Capacity>(part: Part, fields: Partial<Capacity[Part]>) => void;
  /** The name and the time that are prefilled. */
  readonly by: () => Assessing;
  /** Id and fault of a field, by its path below `capacity`. */
  readonly field: (path: string) => { readonly id: string; readonly error: string | undefined };
  /** As `field`, with the answer of a question. */
  readonly answer: <Value>(path: string, value: Value) => { id: string; value: Value; error: string | undefined };
};

export function useCapacityForm(props: BuilderStepProps): CapacityStepForm {
  const { draft, edit } = props;
  const { timeZone: zone } = useProduct();
  const name = useOwnName();
  const faultAt = fieldFaults(props);
  const field = (path: string) => ({ id: idOf(`capacity.${path}`), error: faultAt(`capacity.${path}`) });
  return {
    capacity: capacityOf(draft),
    zone,
    edit,
    change: (part, fields) => edit((before: Draft) => changePart(before, part, fields)),
    by: () => ({ name, now: thisMinute() }),
    field,
    answer: (path, value) => ({ ...field(path), value }),
  };
}

/** The present time as a field shows it: no seconds. */
function thisMinute(): string {
  return `${new Date().toISOString().slice(0, 16)}:00.000Z`;
}
