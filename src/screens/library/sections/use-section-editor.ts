import { isSameValue } from '#domain/base/canonical.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { newId } from '#src/device/new-id.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { currentPersonalOf, useChangeSection } from '#src/queries/library/own-sections.ts';
import { dropProcedureDraft } from '#src/queries/library/procedure-draft.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useRef, useState } from 'react';
import { readSectionForm, sectionFieldOf, type SectionForm } from './section-form.ts';
import { useAutoStore } from '#src/editing/use-auto-store.ts';
import type { StoredDraft } from '#src/editing/use-stored-draft.ts';

type Options = {
  readonly procedureID: string;
  /** key of the words that this tablet stores */
  readonly draftKey: string;
  /** the stored section; null for a new one */
  readonly known: SectionForm | null;
  /** of this person's copy of the procedure; null without any */
  readonly revision: number | null;
  readonly draft: StoredDraft<SectionForm> | null;
  readonly onSaved: () => void;
};

/** The state that another tab of this person has saved meanwhile; `theirs` is null when it removed the section. */
type Conflict = { readonly theirs: SectionForm | null; readonly revision: number };
type Base = { readonly form: SectionForm; readonly isStored: boolean; readonly revision: number | null };

/** One edit of an own section, from opening the form until it is saved. Typed words are stored on the tablet meanwhile. */
export function useSectionEditor({ procedureID, draftKey, known, revision, draft, onSaved }: Options) {
  const [start] = useState(() => startOf({ known, revision, draft }));
  const [base, setBase] = useState<Base>(start.base);
  const [form, setForm] = useState(start.form);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const isSaved = useRef(false);
  const change = useChangeSection();
  const keyFor = useIdempotencyKey();
  const hasUnsaved = () => !isSaved.current && !isSameValue(base.form, form);
  const stored = useAutoStore(draftKey, { revision: base.revision, base: base.form, form }, hasUnsaved);

  const send = async (section: SectionForm, from: Base, isRetry = false): Promise<void> => {
    // Adding overwrites nothing; replacing names the revision that was read.
    const input = { id: procedureID, section, ...(from.isStored && from.revision !== null && { revision: from.revision }) };
    try {
      const { message } = await change.mutateAsync({ input, idempotencyKey: keyFor(input) });
      isSaved.current = true;
      await dropProcedureDraft(draftKey);
      noticeSuccess(message);
      onSaved();
    } catch (failure) {
      const current = currentPersonalOf(failure);
      const theirs = current?.sections.find(({ id }) => id === section.id) ?? null;
      // Another section was changed meanwhile: nothing of this one is overwritten.
      if (current !== null && theirs !== null && isSameValue(theirs, from.form) && !isRetry)
        return send(section, { ...from, revision: current.revision }, true);
      if (current !== null) setConflict({ theirs, revision: current.revision });
      else setProblems(failureProblems(failure).map(({ path, message }) => ({ field: sectionFieldOf(path), message })));
    }
  };
  const save = () => {
    const { input, problems: found } = readSectionForm(form);
    setProblems(found);
    if (input !== null && !change.isPending) void send(input, base);
  };
  const now = new Set(readSectionForm(form).problems.map(({ message }) => message));
  return {
    form,
    conflict,
    stored,
    save,
    hasUnsaved,
    isNew: !base.isStored,
    isSaving: change.isPending,
    isRestored: start.isRestored,
    problems: problems.map((each) => ({ ...each, isMended: each.field !== undefined && !now.has(each.message) })),
    change: (part: Partial<SectionForm>) => setForm((before) => ({ ...before, ...part })),
    /** Takes the typed words back, to the stored text. */
    discard: () => {
      void dropProcedureDraft(draftKey);
      setForm(base.form);
      setProblems([]);
    },
    /** Settles a conflict: the next save replaces the other tab's section, or the typed words are dropped. */
    settle: (side: 'mine' | 'theirs') => {
      if (conflict === null) return;
      const { theirs } = conflict;
      setBase({ form: theirs ?? { ...form, title: '', nodes: [] }, isStored: theirs !== null, revision: conflict.revision });
      if (side === 'theirs' && theirs !== null) setForm(theirs);
      setConflict(null);
    },
  };
}

function startOf({ known, revision, draft }: Pick<Options, 'known' | 'revision' | 'draft'>) {
  const form = known ?? { id: draft?.form.id ?? newId(), title: '', nodes: [] };
  const base: Base = { form, isStored: known !== null, revision };
  if (draft === null || isSameValue(draft.base, draft.form)) return { base, form, isRestored: false };
  // The section was saved elsewhere since the words were typed: sending the old revision makes the save report the conflict.
  const isStale = known !== null && !isSameValue(draft.base, known);
  return {
    base: isStale ? { ...base, form: draft.base, revision: draft.revision } : base,
    form: draft.form,
    isRestored: true,
  };
}
