import { procedureDraftOptions } from '#src/queries/library/procedure-draft.ts';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { useMemo } from 'react';

/** Typed words that are not saved, with the text that they started from. */
export type StoredDraft<F> = {
  /** the revision that the form was opened with; null for a new entity */
  readonly revision: number | null;
  readonly base: F;
  readonly form: F;
};

/** The draft of an editor on this tablet; `undefined` until it is read. @param key - the procedure's id, or `new` */
export function useStoredDraft<F>(key: string, form: v.GenericSchema<unknown, F>): StoredDraft<F> | null | undefined {
  const { data } = useQuery(procedureDraftOptions(key));
  const schema = useMemo(() => v.object({ revision: v.nullable(v.number()), base: form, form }), [form]);
  if (data === undefined) return undefined;
  const parsed = v.safeParse(schema, data);
  return parsed.success ? parsed.output : null;
}
