import { procedureDraftOptions } from '#src/queries/procedure-draft.ts';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { ProcedureForm } from './procedure-form.ts';

const StoredDraft = v.object({
  /** the revision that the form was opened with; null for a new procedure */
  revision: v.nullable(v.number()),
  base: ProcedureForm,
  form: ProcedureForm,
});
/** What an editor has typed and not saved, with the text that they started from. */
export type StoredDraft = v.InferOutput<typeof StoredDraft>;

/** The draft of a procedure on this tablet; `undefined` until it is read. @param key - the procedure's id, or `new` */
export function useStoredDraft(key: string): StoredDraft | null | undefined {
  const { data } = useQuery(procedureDraftOptions(key));
  if (data === undefined) return undefined;
  const parsed = v.safeParse(StoredDraft, data);
  return parsed.success ? parsed.output : null;
}
