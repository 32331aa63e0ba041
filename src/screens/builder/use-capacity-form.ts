import type { Capacity } from '#domain/capacity.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useOwnName } from '#src/session/session.ts';
import { capacityOf, changePart, type Assessing } from './capacity-edits.ts';
import type { Draft } from './draft.ts';
import type { BuilderStepProps } from './step-props.ts';
import { idOf } from './steps.ts';

/** One of the steps of the decision for somebody who cannot decide: its answers, and how its fields are bound to them. */
export type CapacityForm = {
  readonly capacity: Capacity;
  /** IANA name */
  readonly zone: string;
  readonly edit: BuilderStepProps['edit'];
  /** Changes fields of one of the five parts. */
  readonly change: <Part extends keyof Capacity>(part: Part, fields: Partial<Capacity[Part]>) => void;
  /** The name and the time that are prefilled. */
  readonly by: () => Assessing;
  /** Id and fault of a text field, by its path below `capacity`. */
  readonly field: (path: string) => { readonly id: string; readonly error: string | undefined };
  /** Id, answer and fault of a question. What an answer itself leads to is said at once, not only once the step was left. */
  readonly answer: <Value>(path: string, value: Value) => { id: string; value: Value; error: string | undefined };
};

export function useCapacityForm({ draft, edit, errorAt, missing }: BuilderStepProps): CapacityForm {
  const { timeZone: zone } = useProduct();
  const name = useOwnName();
  const faultAt = (path: string) => missing.find((each) => each.path === `capacity.${path}`)?.message;
  const field = (path: string) => ({ id: idOf(`capacity.${path}`), error: errorAt(`capacity.${path}`) });
  return {
    capacity: capacityOf(draft),
    zone,
    edit,
    change: (part, fields) => edit((before: Draft) => changePart(before, part, fields)),
    by: () => ({ name, now: thisMinute() }),
    field,
    answer: (path, value) => {
      const { id, error } = field(path);
      return { id, value, error: error ?? (value === null ? undefined : faultAt(path)) };
    },
  };
}

/** The present time as a field shows it: no seconds. */
function thisMinute(): string {
  return `${new Date().toISOString().slice(0, 16)}:00.000Z`;
}
