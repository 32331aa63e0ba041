import { startMachine, type MachineStep } from '#store/sync/machine.ts';
import { expect, test } from 'vitest';

const reduce = (state: number, event: number): MachineStep<number, string> => ({
  state: state + event,
  effects: [`first of ${event}`, `second of ${event}, state ${state + event}`],
});

test('an event that an effect dispatches waits until all effects of its step are performed', () => {
  const performed: string[] = [];
  const dispatch = startMachine<number, number, string>({
    initial: 0,
    reduce,
    perform: (effect) => {
      performed.push(effect);
      if (effect === 'first of 1') dispatch(2);
    },
  });
  dispatch(1);
  expect(performed).toEqual(['first of 1', 'second of 1, state 1', 'first of 2', 'second of 2, state 3']);
});

test('an effect that throws does not keep later events from being handled', () => {
  const performed: string[] = [];
  const dispatch = startMachine<number, number, string>({
    initial: 0,
    reduce,
    perform: (effect) => {
      if (effect === 'first of 1') throw new Error('The channel is closed');
      performed.push(effect);
    },
  });
  expect(() => dispatch(1)).toThrow('The channel is closed');
  dispatch(2);
  expect(performed).toEqual(['first of 2', 'second of 2, state 3']);
});
