import { CallFailed } from '#contract/call.ts';
import { isSameValue } from '#domain/digest.ts';
import { Template } from '#domain/library-template.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/idempotency-key.ts';
import { useCreateTemplate, useUpdateTemplate } from '#src/queries/templates.ts';
import { useSession } from '#src/session/session.ts';
import { useValidatedForm } from '#src/ui/use-validated-form.ts';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { copyOf, formOf, formProblems, NEW_TEMPLATE, templateInput, type TemplateForm } from './template-form.ts';
import { forgetUnsaved, storeUnsaved, unsavedOf } from './unsaved-text.ts';

const FIELDS = ['name', 'formType', 'speciality', 'data', 'translations'];

/** The state of a template's form: what is typed, the version that it began as, and somebody else's version that came between. */
export function useTemplateEdit(known: Template | null, isCopy: boolean, onDone: () => void) {
  const userId = useSession()?.user._id ?? '';
  const subject = known === null ? 'new' : `${isCopy ? 'copy' : 'edit'}-${known._id}`;
  const [restored] = useState(() => unsavedOf({ userId, subject }));
  const [isRestored, setRestored] = useState(restored !== null);
  const [base, setBase] = useState(isCopy ? null : known);
  const [version, setVersion] = useState(restored?.version ?? base?.version ?? 0);
  const [theirs, setTheirs] = useState<Template | null>(null);
  const [textKey, setTextKey] = useState(0);
  const stored = known === null ? NEW_TEMPLATE : isCopy ? copyOf(known) : formOf(known);
  const form = useValidatedForm<TemplateForm>({ initialValues: restored?.form ?? stored, validate: formProblems });
  const isDone = useRef(false);
  const [origin, setOrigin] = useState(stored);
  const isChanged = !isSameValue(form.values, origin);
  const { save, isSaving } = useSave();
  useEffect(() => {
    if (isDone.current) return;
    if (isChanged) storeUnsaved({ userId, subject, version }, form.values);
    else if (unsavedOf({ userId, subject }) !== null) forgetUnsaved();
  }, [isChanged, userId, subject, version, form.values]);
  const showText = (values: TemplateForm) => {
    forgetUnsaved();
    setOrigin(values);
    form.change(values);
    setTextKey((before) => before + 1);
    setRestored(false);
  };
  const send = async () => {
    if (isSaving) return;
    try {
      const { message } = await save(form.values, base === null ? null : { _id: base._id, version });
      isDone.current = true;
      forgetUnsaved();
      noticeSuccess(message);
      onDone();
    } catch (failure) {
      const current = currentOf(failure);
      if (current === null) form.setProblems(fieldProblems(failure, FIELDS));
      else setTheirs(current);
    }
  };
  return {
    form,
    base: base === null ? null : { ...base, version },
    theirs,
    textKey,
    isRestored,
    isSaving,
    hasUnsaved: () => !isDone.current && isChanged,
    submit: form.onSubmit(() => void send()),
    /** Shows the stored text in the place of what was typed. */
    startAgain: () => {
      setVersion(base?.version ?? 0);
      showText(stored);
    },
    takeTheirs: () => {
      if (theirs === null) return;
      setBase(theirs);
      setVersion(theirs.version);
      showText(formOf(theirs));
      setTheirs(null);
    },
    keepMine: () => {
      if (theirs === null) return;
      setBase(theirs);
      setVersion(theirs.version);
      setTheirs(null);
    },
  };
}

function useSave() {
  const create = useCreateTemplate();
  const update = useUpdateTemplate();
  const keyFor = useIdempotencyKey();
  const save = (values: TemplateForm, at: { _id: string; version: number } | null): Promise<{ message: string }> => {
    const fields = templateInput(values);
    if (at === null) return create.mutateAsync({ input: fields, idempotencyKey: keyFor(fields) });
    const input = { ...at, ...fields };
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
