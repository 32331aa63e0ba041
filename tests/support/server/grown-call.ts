import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';

/** An update adds a field with a default to a call, until the test ends: a handler leaves alone what it does not know. */
export function growCall(name: CallName): void {
  const entry: Call = calls[name];
  const before = entry.input;
  const grown = v.pipe(
    before,
    v.transform((input) => ({ ...(input as object), since: 'the update' })),
  );
  Object.assign(entry, { input: grown });
  onTestFinished(() => void Object.assign(entry, { input: before }));
}
