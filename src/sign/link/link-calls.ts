import { call, CallFailed, Unreachable } from '#contract/engine/call.ts';
import type { BareLink } from '#contract/engine/bare-link.ts';
import { EndedLink } from '#contract/engine/ended-link.ts';
import { links } from '#contract/links.ts';
import { signing } from '#contract/signing.ts';
import type { Call, InputOf, OutputOf } from '#contract/engine/define.ts';
import { isApiError } from '#contract/engine/retry.ts';
import { CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { clockedFetch } from '#src/sign/api.ts';
import * as v from 'valibot';
import { readLinkTicket } from './link-ticket.ts';

/** The state of a link: it works, it has ended for good, or the server gave no answer. */
export type LinkOutcome =
  | { readonly kind: 'open'; readonly bare: BareLink }
  | { readonly kind: 'locked' }
  /** `of`: whose link it was; null for one that the server does not know, and of a server of a build before */
  | { readonly kind: 'ended'; readonly of: EndedLink | null }
  /** the form was recorded in error */
  | { readonly kind: 'mistake' }
  | { readonly kind: 'silent' };

/** The answers of the holder of a link. */
export type WhoAnswers =
  | { readonly dateOfBirth: string; readonly lastName: string }
  | { readonly name: string; readonly code: string };

/** Whether a text of the address can be the token of a link; any other text is not sent to the server. */
export function isLinkToken(text: string): boolean {
  return /^l_[\w-]{20,98}$/.test(text);
}

/** Reads a link; this changes nothing. */
function readLink(token: string): Promise<LinkOutcome> {
  return outcomeAfter(async () => {
    const { data } = await callAsNobody(signing.consentDetailsByToken, { token });
    if (!('needs' in data)) throw new Unreachable('The answer is not that of a link');
    return { kind: 'open', bare: data };
  });
}

/** Reads a link that this tab may have a ticket of. @param hash - SHA-256 of the link's token */
export async function readOwnLink(token: string, hash: string): Promise<LinkOutcome> {
  const state = await readLink(token);
  const own = state.kind === 'ended' ? readLinkTicket(hash) : null;
  if (own === null) return state;
  try {
    await callAsNobody(signing.consentDetailsByToken, { token: own.ticket });
  } catch (failure) {
    // An expired ticket would be 401.
    if (failure instanceof CallFailed && failure.status === 410) return { kind: 'mistake' };
    if (!isApiError(failure)) throw failure;
  }
  return state;
}

/** Reports to the server that the button was pressed. */
export function openLink(token: string): Promise<LinkOutcome> {
  return outcomeAfter(async () => ({ kind: 'open', bare: (await callAsNobody(links.consentVerifyUser, { token })).data }));
}

/** Proves the identity of the link's holder. @throws as the contract's `call` */
export function verifyWho(token: string, answers: WhoAnswers): Promise<OutputOf<typeof links.recordVerifyPatient>> {
  return 'code' in answers
    ? callAsNobody(links.recordVerifyInterpreter, { id: token, ...answers })
    : callAsNobody(links.recordVerifyPatient, { id: token, patientDetails: answers });
}

/** The state of a link that a refusal tells; null for any other refusal. */
export function outcomeOfRefusal(failure: unknown): LinkOutcome | null {
  if (!(failure instanceof CallFailed)) return null;
  if (failure.status === 423) return { kind: 'locked' };
  if (failure.status === 410 && isInError(failure.data)) return { kind: 'mistake' };
  return failure.status === 404 || failure.status === 410 ? { kind: 'ended', of: endedLinkIn(failure.data) } : null;
}

function endedLinkIn(data: unknown): EndedLink | null {
  const found = v.safeParse(EndedLink, data);
  return found.success ? found.output : null;
}

function isInError(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'state' in data && data.state === 'CONSENT_VOIDED';
}

async function outcomeAfter(ask: () => Promise<LinkOutcome>): Promise<LinkOutcome> {
  try {
    return await ask();
  } catch (failure) {
    const state = outcomeOfRefusal(failure);
    if (state !== null) return state;
    // After any other refusal the holder of a link can only try again.
    if (isApiError(failure)) return { kind: 'silent' };
    throw failure;
  }
}

function callAsNobody<C extends Call>(entry: C, input: InputOf<C>): Promise<OutputOf<C>> {
  return call(entry, input, { fetch: clockedFetch, root: '/api', limitMs: CALL_TIMEOUT });
}
