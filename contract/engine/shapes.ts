import * as v from 'valibot';

/** The input of a call without fields. */
export const Nothing = v.strictObject({});

/** `{message, data}`. */
export function DataOf<S extends v.GenericSchema>(data: S) {
  return v.object({ message: v.string(), data });
}

export const Done = v.object({ message: v.string() });

/** Each failure's body. */
export const Failure = v.object({
  message: v.string(),
  error: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  data: v.optional(v.unknown()),
  requestId: v.optional(v.string()),
});
export type Failure = v.InferOutput<typeof Failure>;
