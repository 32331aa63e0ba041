import { CallFailed } from '#contract/engine/call.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { Template } from '#domain/templates/library-template.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { hideSuccesses, noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { dropProcedureDraft } from '#src/queries/library/procedure-draft.ts';
import { useCreateTemplate, useUpdateTemplate } from '#src/queries/templates.ts';
import type { MergeSide } from '#src/editing/form-merge.ts';
import { useAutoStore } from '#src/editing/use-auto-store.ts';
import { useMerge } from '#src/editing/use-merge.ts';
import type { StoredDraft } from '#src/editing/use-stored-draft.ts';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import {
  copyOf,
  templateControlId,
  templateFormOf,
  formProblems,
  NEW_TEMPLATE,
  templateInput,
  type TemplateForm,
} from './template-form.ts';
import { mergeTemplateForms } from './template-merge.ts';

type Options = {
  readonly known: Template | null;
  readonly isCopy: boolean;
  /** key of the words that this tablet stores */
  readonly draftKey: string;
  readonly draft: StoredDraft<TemplateForm> | null;
  readonly onDone: () => void;
};

/** The version that an editor started from; no template for a new one. */
type Base = { readonly template: Template | null; readonly form: TemplateForm };

/** One edit of a template, from opening the form until it is saved. Typed words are stored on the tablet meanwhile. */
export function useTemplateEdit({ known, isCopy, draftKey, draft, onDone }: Options) {
  const [start] = useState(() => startOf({ known, isCopy, draft }));
  const [isRestored, setRestored] = useState(start.isRestored);
  const [base, setBase] = useState<Base>(start.base);
  const [textKey, setTextKey] = useState(0);
  const merging = useMerge(start.merge);
  const form = useValidatedForm<TemplateForm>({ initialValues: start.form, validate: formProblems });
  // The server's problems are not found again by the form's own rules.
  const [isOwn, setOwn] = useState(true);
  const isSaved = useRef(false);
  const { save, isSaving } = useSave();
  const hasUnsaved = () => !isSaved.current && !isSameValue(form.values, base.form);
  const revision = base.template?.version ?? null;
  const stored = useAutoStore(draftKey, merging.draftOf({ revision, base: base.form, form: form.values }), hasUnsaved);
  const showText = (values: TemplateForm) => {
    form.change(values);
    setTextKey((before) => before + 1);
  };
  const fail = (failure: unknown) => {
    const current = currentOf(failure);
    if (current !== null) {
      hideSuccesses();
      const theirs = templateFormOf(current);
      const merged = mergeTemplateForms({ base: base.form, mine: form.values, theirs });
      setBase({ template: current, form: theirs });
      merging.show({ ...merged, from: { revision, base: base.form } });
      showText(merged.form);
    }
    const { translations } = form.values;
    setOwn(false);
    form.setProblems(
      failureProblems(failure).map(({ path, message }) => ({ field: templateControlId(path, translations), message })),
    );
  };
  const send = async () => {
    if (isSaving) return;
    try {
      const { message } = await save(form.values, base.template);
      isSaved.current = true;
      await dropProcedureDraft(draftKey);
      noticeSuccess(message);
      onDone();
    } catch (failure) {
      fail(failure);
    }
  };
  const open = new Set([...merging.unchosen, ...formProblems(form.values)].map(({ field, message }) => `${field} ${message}`));
  const problems = form.problems.map((each) => {
    const isPart = ['keep-', 'translation-', 'choices.'].some((start) => each.field?.startsWith(start) === true);
    return isOwn && isPart && !open.has(`${each.field} ${each.message}`) ? { ...each, isMended: true } : each;
  });
  return {
    form,
    problems,
    base: base.template,
    merge: merging.merge,
    choices: merging.choices,
    stored,
    textKey,
    isRestored,
    isSaving,
    hasUnsaved,
    errorAt: (id: string) => problems.find(({ field, isMended }) => field === id && isMended !== true)?.message,
    submit: () => {
      setOwn(true);
      if (merging.unchosen.length > 0) form.setProblems([...merging.unchosen, ...formProblems(form.values)]);
      else form.onSubmit(() => void send())();
    },
    choose: (id: string, side: MergeSide) => showText(merging.choose(form.values, id, side)),
    /** Takes the typed words back, to the stored text. */
    discard: () => {
      void dropProcedureDraft(draftKey);
      merging.show(null);
      showText(base.form);
      setRestored(false);
    },
  };
}

function startOf({ known, isCopy, draft }: Pick<Options, 'known' | 'isCopy' | 'draft'>) {
  const form = known === null ? NEW_TEMPLATE : isCopy ? copyOf(known) : templateFormOf(known);
  const base: Base = { template: isCopy ? null : known, form };
  if (draft === null || isSameValue(draft.base, draft.form)) return { base, form, merge: null, isRestored: false };
  // A copy is a template of its own: its typed words stay as they are.
  if (base.template === null || draft.revision === base.template.version)
    return { base, form: draft.form, merge: null, isRestored: true };
  // Somebody has saved the template since the draft was typed.
  const merge = mergeTemplateForms({ base: draft.base, mine: draft.form, theirs: form });
  const from = { revision: draft.revision, base: draft.base };
  return { base, form: merge.form, merge: { ...merge, from }, isRestored: true };
}

function useSave() {
  const create = useCreateTemplate();
  const update = useUpdateTemplate();
  const keyFor = useIdempotencyKey();
  const save = (values: TemplateForm, at: Template | null): Promise<{ message: string }> => {
    const fields = templateInput(values, at?.choices);
    if (at === null) return create.mutateAsync({ input: fields, idempotencyKey: keyFor(fields) });
    const input = { _id: at._id, version: at.version, ...fields };
    return update.mutateAsync({ input, idempotencyKey: keyFor(input) });
  };
  return { save, isSaving: create.isPending || update.isPending };
}

/** The version that somebody else saved, from the refusal of a stale save; null for any other failure. */
function currentOf(failure: unknown): Template | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const found = v.safeParse(v.object({ current: Template }), failure.data);
  return found.success ? found.output.current : null;
}
