import { CallFailed, NotSent } from '#contract/engine/call.ts';
import { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useChangeMessageSettings } from '#src/queries/messages.ts';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { messagesFormOf, messagesInput, messagesProblems, problemsOf, type MessagesForm } from './messages-form.ts';

/** The state of the form: what is entered, the version that it began as, and whether somebody else's came between. */
export function useMessagesEdit(first: OwnMessageSettings) {
  const [base, setBase] = useState(first);
  const [isStale, setStale] = useState(false);
  const form = useValidatedForm<MessagesForm>({
    initialValues: messagesFormOf(first),
    validate: (values) => messagesProblems(values, base),
  });
  const update = useChangeMessageSettings();
  const isChanged = !isSameValue(form.values, messagesFormOf(base));
  const show = (next: OwnMessageSettings) => {
    setBase(next);
    form.change(messagesFormOf(next));
    setStale(false);
  };
  const send = async () => {
    if (update.isPending) return;
    try {
      const { message, data } = await update.mutateAsync(messagesInput(form.values, base));
      show(data);
      noticeSuccess(message);
    } catch (failure) {
      const current = currentOf(failure);
      if (current !== null) {
        setBase(current);
        setStale(true);
      } else {
        const fields = failure instanceof CallFailed || failure instanceof NotSent ? (failure.fields ?? []) : [];
        form.setProblems(fields.length > 0 ? problemsOf(fields) : [{ field: undefined, message: failureWords(failure) }]);
      }
    }
  };
  return {
    form,
    base,
    isStale,
    isChanged,
    isSaving: update.isPending,
    submit: form.onSubmit(() => void send()),
    takeTheirs: () => show(base),
  };
}

/** The settings that somebody else saved, from the refusal of a stale save; null for any other failure. */
function currentOf(failure: unknown): OwnMessageSettings | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const found = v.safeParse(v.object({ current: OwnMessageSettings }), failure.data);
  return found.success ? found.output.current : null;
}
