import { pause } from '#src/device/retry.ts';
import type { CallName, Input } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { BesideKind, FileKind } from '#domain/documents/document-kinds.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { whenOfflineReady } from '#src/offline/session.ts';
import { useMutation, useQueryClient, type MutationFunction, type QueryClient } from '@tanstack/react-query';
import { api, apiFile } from '#src/session/api.ts';
import type { WriteResult } from '#src/offline/local/writes.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { startPull } from './client/start-pull.ts';

export type CreateBody = Input<'consentCreate'>;
export type UpdateBody = Input<'consentUpdate'>;
/** Fields of a draft that a save changes, with their values before. */
export type ExpectedFields = Omit<UpdateBody, 'consentID' | 'version' | 'activeTab'>;

/** Result of saving a draft: `isSent` when the server has it, else it is on this tablet alone. */
export type SavedDraft = {
  readonly isSent: boolean;
  /** the server's version if it is known, 0 while the server has none */
  readonly version: number;
  readonly missing: Consent['missing'] | null;
};

/** One intended write: every retry uses the same idempotency key (see `useIdempotencyKey`). */
export type Intent<Body> = { readonly body: Body; readonly key: string };

/** Starts a consent; the same key never starts a second one. */
export async function createConsent(body: CreateBody, key: string): Promise<SavedDraft> {
  const { consentID = '' } = body;
  return saveWith(consentID, body, undefined, () =>
    writeOrQueue({ call: 'consentCreate', input: body, patientId: body.patientID, key }),
  );
}

/**
 * Saves the given fields of a draft.
 *
 * @param expected - values of these fields that the person saw before: another value on this tablet is a conflict, and is not
 * overwritten
 */
export async function updateConsent(
  { version, ...input }: UpdateBody,
  key: string,
  expected: ExpectedFields,
): Promise<SavedDraft> {
  return saveWith(input.consentID, input, expected, (expectation) =>
    writeOrQueue({ call: 'consentUpdate', input, key, ...expectation, ...(typeof version === 'number' ? { version } : {}) }),
  );
}

type DraftExpectation = { readonly expected?: Readonly<Record<string, unknown>> };
type SaveDraft = (expectation: DraftExpectation) => Promise<WriteResult<'consentCreate'> | WriteResult<'consentUpdate'>>;

async function saveWith(
  consentID: string,
  body: Pick<UpdateBody, 'procedures'>,
  expected: ExpectedFields | undefined,
  save: SaveDraft,
): Promise<SavedDraft> {
  const cases = (await whenOfflineReady())?.local.cases;
  if (cases === undefined) return toSavedDraft(await save({}), null);
  try {
    const result = await save(await cases.prepareDraftWrite(body, expected));
    const isAnswered = result.kind === 'sent' && result.extract !== null;
    return toSavedDraft(result, isAnswered ? null : await cases.consent(consentID));
  } catch (failure) {
    throw await cases.withLocalConflict(failure, consentID);
  }
}

function toSavedDraft(ending: Awaited<ReturnType<SaveDraft>>, local: Consent | null): SavedDraft {
  const answered = ending.kind === 'sent' ? ending.extract : null;
  return {
    isSent: ending.kind === 'sent',
    version: answered?.version ?? local?.version ?? 0,
    missing: answered?.missing ?? local?.missing ?? null,
  };
}

/** Invalidates the queries of cases, consents, patients' lists and figures after a change. */
export async function invalidateCases(client: QueryClient): Promise<void> {
  const stale = ['records', 'patients'];
  await Promise.all(stale.map((subject) => client.invalidateQueries({ queryKey: [subject] })));
}

/** Longest time an act waits for the screens to refetch, ms [choice]: until then its button cannot be pressed again. */
const FOLLOW_TIMEOUT = 2000;

/**
 * Mutation that acts on a case. It invalidates all queries of cases even after a failure, because the server may have acted
 * although no answer came. Callers continue from `mutateAsync`: the screen may be unmounted by then, and its callbacks with it.
 */
export function useAct<Body, Answer>(act: MutationFunction<Answer, Intent<Body>>) {
  const client = useQueryClient();
  // Words about a patient leave the mutation cache at once.
  return useMutation({ mutationFn: act, networkMode: 'always', gcTime: 0, onSettled: () => followChange(client) });
}

/** Limits the wait: on a network that drops calls the dialog must not stay busy after the change is stored. */
function followChange(client: QueryClient): Promise<unknown> {
  return Promise.race([invalidateCases(client), pause(FOLLOW_TIMEOUT)]);
}

/** A call about a case that only the server performs, and whose effect this tablet's copy of the case gets at once. */
export function useCaseCall<K extends CallName>(name: K) {
  return useAct(async ({ body, key }: Intent<Input<K>>) => {
    const answer = await api(name, body, { idempotencyKey: key });
    await startPull();
    return answer;
  });
}

/** Result of a write, with its message. */
export type ActResult = { readonly isSent: boolean; readonly message: string };

/** Message for a change that is queued. */
export const SAVED_LOCALLY = 'Saved on this tablet';

/** `expected`: the form as the sender saw it; another one on this tablet, or at the server, is a conflict. */
type SendConsentInput = Input<'consentSend'> & { readonly expected: ExpectedFields };

/** Completes a draft and makes it ready to sign; offline on this tablet, which pins the content to be shown. */
export function useSendConsent() {
  return useAct(sendConsent);
}

/** @throws CallFailed VERSION_CONFLICT with the present version when it differs from the expected fields */
export async function sendConsent({ body, key }: Intent<SendConsentInput>): Promise<ActResult> {
  const { version, expected, ...input } = body;
  const cases = (await whenOfflineReady())?.local.cases;
  const change =
    cases === undefined ? { call: 'consentSend' as const, input } : await cases.prepareSend(body.consentID, expected);
  try {
    const result = await writeOrQueue({ ...change, key, ...(typeof version === 'number' ? { version } : {}) });
    if (result.kind === 'queued') return { isSent: false, message: SAVED_LOCALLY };
    return { isSent: true, message: DONE.CONSENT_SENT };
  } catch (failure) {
    throw cases === undefined ? failure : await cases.withLocalConflict(failure, body.consentID);
  }
}

/** The PDF of one version: the sealed one while it is in force, else the viewing copy; `original` is always the sealed one. */
export function useSealedPdf() {
  return useMutation({
    mutationFn: ({ consentID, original }: { readonly consentID: string; readonly original: boolean }) =>
      apiFile('consentDownload', { request_id: consentID, ...(original ? { kind: 'SIGNED' as const } : {}) }),
    networkMode: 'always',
    gcTime: 0,
  });
}

/** The files of a version that the case offers beside its sealed form. */
export type OfferedKind = BesideKind | Extract<FileKind, 'VIEW' | 'PRE_SIGNED' | 'AUDIT' | 'PAPER' | 'SCAN'>;

/** One file of a version: of an addendum the newest; the form before signing and the audit file are drawn as of now. */
export function useVersionFile(kind: OfferedKind) {
  return useMutation({
    mutationFn: async (file: { readonly consentID: string; readonly sha256?: string }) => {
      const { url } = await api('consentGetPrivateUrl', { ...file, kind });
      return apiFile('documentGet', { token: url.slice(url.lastIndexOf('/') + 1) });
    },
    networkMode: 'always',
    gcTime: 0,
  });
}
