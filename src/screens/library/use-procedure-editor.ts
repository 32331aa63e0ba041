import { hideSuccesses, noticeSuccess } from '#src/notices/notices.tsx';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { currentProcedureOf, useCreateProcedure, useUpdateProcedure } from '#src/queries/library/library-writes.ts';
import { dropProcedureDraft } from '#src/queries/library/procedure-draft.ts';
import type { ProcedureDetails } from '#domain/library/procedure.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useRef, useState } from 'react';
import { EMPTY_PROCEDURE, procedureFormOf, type ProcedureForm } from './procedure-form.ts';
import { procedureControlId, readProcedureForm, type ProcedureInput } from './procedure-input.ts';
import type { MergeSide } from '#src/editing/form-merge.ts';
import { translationInput } from './translation-form.ts';
import { changedFields, mergeProcedureForms } from './procedure-merge.ts';
import { useAutoStore } from '#src/editing/use-auto-store.ts';
import { useMerge } from '#src/editing/use-merge.ts';
import type { StoredDraft } from '#src/editing/use-stored-draft.ts';

/** The version that an editor started from; null for a new procedure. */
type Base = { readonly known: ProcedureDetails | null; readonly form: ProcedureForm };
type Attempt = { readonly problems: readonly FieldProblem[]; readonly form: ProcedureForm; readonly isOwn: boolean };

type Options = {
  readonly known: ProcedureDetails | null;
  readonly draft: StoredDraft<ProcedureForm> | null;
  /** Called with the saved procedure. */
  readonly onSaved: (saved: ProcedureDetails) => void;
};

/** One edit of a procedure, from opening the form until it is saved. Typed words are stored on the tablet meanwhile. */
export function useProcedureEditor({ known, draft, onSaved }: Options) {
  const key = known?.procedureID ?? 'new';
  const [start] = useState(() => startOf(known, draft));
  const [base, setBase] = useState<Base>(start.base);
  const [form, setForm] = useState(start.form);
  const merging = useMerge(start.merge);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const isSaved = useRef(false);
  const { save: send, isSaving } = useSave(base.known);
  const hasUnsaved = () => !isSaved.current && changedFields(base.form, form).length > 0;
  const revision = base.known?.revision ?? null;
  const stored = useAutoStore(key, merging.draftOf({ revision, base: base.form, form }), hasUnsaved);

  const fail = (failure: unknown) => {
    const current = currentProcedureOf(failure);
    if (current !== null) {
      hideSuccesses();
      const theirs = procedureFormOf(current);
      const merged = mergeProcedureForms({ base: base.form, mine: form, theirs });
      setBase({ known: current, form: theirs });
      setForm(merged.form);
      merging.show({ ...merged, from: { revision, base: base.form } });
    }
    const { fieldAt } = translationInput(form);
    const problems = failureProblems(failure).map(({ path, message }) => ({
      field: fieldAt(path) ?? procedureControlId(path),
      message,
    }));
    setAttempt({ problems, form, isOwn: false });
  };
  const save = async () => {
    if (isSaving) return;
    const problems = [...merging.unchosen, ...readProcedureForm(form).problems];
    const { input } = readProcedureForm(form);
    setAttempt({ problems, form, isOwn: true });
    if (input === null || problems.length > 0) return;
    try {
      const { message, data } = await send(input);
      isSaved.current = true;
      await dropProcedureDraft(key);
      noticeSuccess(message);
      onSaved(data);
    } catch (failure) {
      fail(failure);
    }
  };
  const now = new Set([...merging.unchosen, ...readProcedureForm(form).problems].map(wordsOf));
  const problems = (attempt?.problems ?? []).map((each) => ({ ...each, isMended: isMended(each, { attempt, form, now }) }));
  return {
    form,
    base,
    merge: merging.merge,
    choices: merging.choices,
    problems,
    isSaving,
    stored,
    save: () => void save(),
    hasUnsaved,
    isRestored: start.isRestored,
    change: (part: Partial<ProcedureForm>) => setForm((before) => ({ ...before, ...part })),
    errorAt: (id: string) => problems.find(({ field, isMended: isGone }) => field === id && !isGone)?.message,
    choose: (id: string, side: MergeSide) => setForm(merging.choose(form, id, side)),
    /** Takes the typed words back, to the stored text. */
    discard: () => {
      void dropProcedureDraft(key);
      setForm(base.form);
      merging.show(null);
      setAttempt(null);
    },
  };
}
export type ProcedureEditorState = ReturnType<typeof useProcedureEditor>;

function startOf(known: ProcedureDetails | null, draft: StoredDraft<ProcedureForm> | null) {
  const stored = known === null ? EMPTY_PROCEDURE : procedureFormOf(known);
  const base: Base = { known, form: stored };
  if (draft === null || changedFields(draft.base, draft.form).length === 0)
    return { base, form: stored, merge: null, isRestored: false };
  if (draft.revision === (known?.revision ?? null)) return { base, form: draft.form, merge: null, isRestored: true };
  // Somebody has saved the procedure since the draft was typed.
  const merge = mergeProcedureForms({ base: draft.base, mine: draft.form, theirs: stored });
  const from = { revision: draft.revision, base: draft.base };
  return { base, form: merge.form, merge: { ...merge, from }, isRestored: true };
}

/** A problem of the form's own rules is gone when they no longer find it, one of the server when its field has changed. */
function isMended(
  problem: FieldProblem,
  { attempt, form, now }: { attempt: Attempt | null; form: ProcedureForm; now: ReadonlySet<string> },
): boolean {
  if (attempt === null || attempt.isOwn) return !now.has(wordsOf(problem));
  const field = problem.field?.split('.')[0];
  return changedFields(attempt.form, form).some((each) => each === field);
}

function wordsOf({ field, message }: FieldProblem): string {
  return `${field} ${message}`;
}

function useSave(known: ProcedureDetails | null) {
  const create = useCreateProcedure();
  const update = useUpdateProcedure();
  const keyFor = useIdempotencyKey();
  const save = (fields: ProcedureInput) => {
    if (known === null) return create.mutateAsync({ input: fields, idempotencyKey: keyFor(fields) });
    const { procedureID, version, revision } = known;
    const { siteDefault = null, anaestheticDefault = null, formDefault = null } = fields;
    // Null takes away what is stored, and is not sent where nothing is.
    const { choices = known.choices && null, bloodNotAsked = known.bloodNotAsked && null } = fields;
    const input = {
      procedureID,
      version,
      revision,
      ...fields,
      siteDefault,
      anaestheticDefault,
      formDefault,
      ...(choices === undefined ? {} : { choices }),
      ...(bloodNotAsked === undefined ? {} : { bloodNotAsked }),
    };
    return update.mutateAsync({ input, idempotencyKey: keyFor(input) });
  };
  return { save, isSaving: create.isPending || update.isPending };
}
