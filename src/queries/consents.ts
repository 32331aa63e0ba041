import type { Input } from '#contract/calls.ts';
import type { Consent } from '#contract/record-shapes.ts';
import { DONE } from '#domain/messages.ts';
import { whenHeld } from '#src/held/held.ts';
import { useMutation, useQueryClient, type MutationFunction, type QueryClient } from '@tanstack/react-query';
import { apiFile } from './api.ts';
import { keep, type Ending } from './keep.ts';

export type CreateBody = Input<'consentCreate'>;
export type UpdateBody = Input<'consentUpdate'>;
/** The fields of a draft that a save changes, as they were before. */
export type SeenFields = Omit<UpdateBody, 'consentID' | 'version' | 'activeTab'>;

/** Where a draft is after a save: `isSent` when the server has it, else on this tablet alone. */
export type SavedDraft = {
  readonly isSent: boolean;
  /** the server's version as far as it is known, 0 where it has none yet */
  readonly version: number;
  readonly missing: Consent['missing'] | null;
};

/** One intended write: the key stays the same however often it is tried (see `useSteadyKey`). */
export type Intent<Body> = { readonly body: Body; readonly key: string };

/** Starts a consent; the same key never starts a second one. */
export async function createConsent(body: CreateBody, key: string): Promise<SavedDraft> {
  const { consentID = '' } = body;
  return saving(consentID, body, undefined, () => keep({ call: 'consentCreate', input: body, patientId: body.patientID, key }));
}

/**
 * Saves the given fields of a draft.
 *
 * @param seen - what the person saw in these fields before: another value on this tablet is a conflict, and is not written over
 */
export async function updateConsent({ version, ...input }: UpdateBody, key: string, seen: SeenFields): Promise<SavedDraft> {
  return saving(input.consentID, input, seen, (before) =>
    keep({ call: 'consentUpdate', input, key, ...before, ...(typeof version === 'number' ? { version } : {}) }),
  );
}

type Before = { readonly seen?: Readonly<Record<string, unknown>> };
type Saving = (before: Before) => Promise<Ending<'consentCreate'> | Ending<'consentUpdate'>>;

async function saving(
  consentID: string,
  body: Pick<UpdateBody, 'procedures'>,
  seen: SeenFields | undefined,
  save: Saving,
): Promise<SavedDraft> {
  const held = await whenHeld();
  const here = held === null ? null : await import('./cases-here.ts');
  if (held === null || here === null) return savedAs(await save({}), null);
  try {
    const ending = await save(await here.beforeKeeping(held, body, seen));
    const isTold = ending.kind === 'sent' && ending.answer !== null;
    return savedAs(ending, isTold ? null : await here.consentHere(held, consentID));
  } catch (failure) {
    throw await here.withCurrent(held, failure, consentID);
  }
}

function savedAs(ending: Awaited<ReturnType<Saving>>, here: Consent | null): SavedDraft {
  const answer = ending.kind === 'sent' ? ending.answer : null;
  return {
    isSent: ending.kind === 'sent',
    version: answer?.version ?? here?.version ?? 0,
    missing: answer?.data.missing ?? here?.missing ?? null,
  };
}

/** What is known of cases, consents, patients' lists and figures is asked again after a change. */
export async function forgetCases(client: QueryClient): Promise<void> {
  const stale = ['records', 'patients'];
  await Promise.all(stale.map((subject) => client.invalidateQueries({ queryKey: [subject] })));
}

/** How long an act waits for the screens to follow, ms [choice]: until then its button cannot be pressed again. */
const FOLLOW = 2000;

/**
 * An act upon a case. Everything about cases is asked again after it: it may have happened even when no answer came. What follows from
 * it is to be taken from `mutateAsync`: the screen may have gone on, and its callbacks with it.
 */
export function useAct<Body, Answer>(act: MutationFunction<Answer, Intent<Body>>) {
  const client = useQueryClient();
  // What was written about a patient leaves the mutation cache at once.
  return useMutation({ mutationFn: act, networkMode: 'always', gcTime: 0, onSettled: () => following(client) });
}

/** On a network that swallows calls nobody looks at a busy dialog after what they did is kept. */
function following(client: QueryClient): Promise<unknown> {
  return Promise.race([forgetCases(client), new Promise((resolve) => setTimeout(resolve, FOLLOW))]);
}

/** How a write ended, and what to say of it. */
export type Said = { readonly isSent: boolean; readonly message: string };

/** Said of what waits to be sent. */
export const SAVED_HERE = 'Saved on this tablet';

/** `seen`: the form as it stands before whoever makes it ready; another one on this tablet, or at the server, is a conflict. */
type Sending = Input<'consentSend'> & { readonly seen: SeenFields };

/** Completes a draft and makes it ready to sign; without a network on this tablet, which pins what will be shown. */
export function useSendConsent() {
  return useAct(sendConsent);
}

/** @throws CallFailed VERSION_CONFLICT with the present version where it is another than was seen */
export async function sendConsent({ body, key }: Intent<Sending>): Promise<Said> {
  const { version, seen, ...input } = body;
  const held = await whenHeld();
  const here = held === null ? null : await import('./cases-here.ts');
  const change =
    held === null || here === null ? { call: 'consentSend' as const, input } : await here.makingReady(held, body.consentID, seen);
  try {
    const ending = await keep({ ...change, key, ...(typeof version === 'number' ? { version } : {}) });
    if (ending.kind === 'kept') return { isSent: false, message: SAVED_HERE };
    return { isSent: true, message: ending.answer?.message ?? DONE.CONSENT_SENT };
  } catch (failure) {
    throw held === null || here === null ? failure : await here.withCurrent(held, failure, body.consentID);
  }
}

/** The sealed PDF of one version. */
export function useSealedPdf() {
  return useMutation({
    mutationFn: (consentID: string) => apiFile('consentDownload', { request_id: consentID }),
    networkMode: 'always',
    gcTime: 0,
  });
}
