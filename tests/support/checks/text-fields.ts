import type * as v from 'valibot';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';

/** One text of an input of the contract: the names of the calls and fields that lead to it, and its schema. */
export type TextField = { readonly path: string; readonly schema: v.GenericSchema };

type Parts = {
  readonly type: string;
  readonly pipe?: readonly Parts[];
  readonly wrapped?: Parts;
  readonly entries?: Readonly<Record<string, Parts>>;
  readonly item?: Parts;
  readonly items?: readonly Parts[];
  readonly options?: readonly unknown[];
  readonly value?: Parts;
  readonly getter?: (input: unknown) => Parts;
};

/** Every text of every call's input, each schema once: a new field is among them at once. */
export function textFieldsOfContract(): TextField[] {
  const found = new Map<object, TextField>();
  for (const [name, { input }] of Object.entries<Call>(calls)) walk(input, name, found, new Set());
  return [...found.values()];
}

function walk(schema: Parts, path: string, found: Map<object, TextField>, seen: Set<object>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (schema.type === 'string') {
    if (!found.has(schema)) found.set(schema, { path, schema: schema as unknown as v.GenericSchema });
    return;
  }
  if (schema.wrapped !== undefined) walk(schema.wrapped, path, found, seen);
  for (const [field, part] of Object.entries(schema.entries ?? {})) walk(part, `${path}.${field}`, found, seen);
  for (const part of [schema.item, schema.value]) if (part !== undefined) walk(part, path, found, seen);
  for (const part of [...(schema.items ?? []), ...(schema.options ?? [])]) if (isSchema(part)) walk(part, path, found, seen);
  if (schema.getter !== undefined) walk(schema.getter(undefined), path, found, seen);
  for (const part of schema.pipe?.slice(1) ?? []) if (isSchema(part)) walk(part, path, found, seen);
}

function isSchema(part: unknown): part is Parts {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'schema';
}
