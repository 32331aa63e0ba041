import * as v from 'valibot';

/** JSON in the shape of a schema, as a form with a file or the answer of a service carries it; undefined for a text that is none. */
export function parseJson<T>(schema: v.GenericSchema<unknown, T>, text: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}
