/** Result of a reducer: the next state, and the effects for its driver to perform, in their order. */
export type MachineStep<State, Effect> = { readonly state: State; readonly effects: readonly Effect[] };

type Machine<State, Event, Effect> = {
  readonly initial: State;
  readonly reduce: (state: State, event: Event) => MachineStep<State, Effect>;
  readonly perform: (effect: Effect) => void;
};

/**
 * Drives a reducer. An event that is dispatched while effects are performed is queued until all of them are: no effect is performed for
 * a state that has already moved on.
 *
 * @returns the function that dispatches an event
 */
export function startMachine<State, Event, Effect>({
  initial,
  reduce,
  perform,
}: Machine<State, Event, Effect>): (event: Event) => void {
  const queue: Event[] = [];
  let state = initial;
  let isPerforming = false;
  return (event) => {
    queue.push(event);
    if (isPerforming) return;
    isPerforming = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const step = reduce(state, next);
        ({ state } = step);
        for (const effect of step.effects) perform(effect);
      }
    } finally {
      isPerforming = false;
    }
  };
}
