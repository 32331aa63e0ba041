import { CallFailed } from '#contract/engine/call.ts';
import { OwnOrganisation } from '#contract/organisation.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useOrganisationWrite } from '#src/queries/organisation.ts';
import { refreshUser } from '#src/queries/profile.ts';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { DETAILS_FIELDS, detailsInput, detailsProblems, detailsFormOf, type DetailsForm } from './details-form.ts';

/** The state of the details' form: what is typed, the version that it began as, and somebody else's that came between. */
export function useDetailsEdit(first: OwnOrganisation) {
  const [base, setBase] = useState(first);
  const [theirs, setTheirs] = useState<OwnOrganisation | null>(null);
  const form = useValidatedForm<DetailsForm>({ initialValues: detailsFormOf(first), validate: detailsProblems });
  const update = useOrganisationWrite('organisationUpdate');
  const keyFor = useIdempotencyKey();
  const isChanged = !isSameValue(form.values, detailsFormOf(base));
  const show = (next: OwnOrganisation) => {
    setBase(next);
    form.change(detailsFormOf(next));
  };
  const send = async () => {
    if (update.isPending) return;
    const input = { ...detailsInput(form.values), version: base.version };
    try {
      const { message, data } = await update.mutateAsync({ input, idempotencyKey: keyFor(input) });
      show(data);
      // The name of the session's organisation.
      void refreshUser().catch(() => undefined);
      noticeSuccess(message);
    } catch (failure) {
      const current = currentOf(failure);
      if (current === null) form.setProblems(fieldProblems(failure, DETAILS_FIELDS));
      else setTheirs(current);
    }
  };
  return {
    form,
    base,
    theirs,
    isSaving: update.isPending,
    isChanged,
    submit: form.onSubmit(() => void send()),
    takeTheirs: () => {
      if (theirs === null) return;
      show(theirs);
      setTheirs(null);
    },
    keepMine: () => {
      if (theirs === null) return;
      setBase(theirs);
      setTheirs(null);
    },
    /** Takes the version of a changed logo; details that somebody else has changed meanwhile still conflict with the typed ones. */
    logoChanged: (next: OwnOrganisation) =>
      setBase((before) => (isSameValue(detailsFormOf(before), detailsFormOf(next)) ? next : { ...before, logo: next.logo })),
  };
}

/** The details that somebody else saved, from the refusal of a stale save; null for any other failure. */
function currentOf(failure: unknown): OwnOrganisation | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const found = v.safeParse(v.object({ current: OwnOrganisation }), failure.data);
  return found.success ? found.output.current : null;
}
