import { DAY } from '#domain/base/limits.ts';
import { localItems, localStorageOrNull } from '#src/device/web-storage.ts';
import { EMPTY_INPUT } from '#src/sign/form-input.ts';
import { openQuestion, signerOf, stepsOf, type SignerStep } from '#src/sign/steps.ts';
import type { SavedVisit, Visit, VisitAction } from '#src/sign/visit.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { asHandoverTicket, type LinkTicket } from './link-ticket.ts';

/** Version of {@link SavedProgress}. A build reads its own version only. */
const PROGRESS_FORMAT = 2;
const PREFIX = 'assent.progress.';
/** A place that nobody came back to is removed after this time [choice]. */
const PROGRESS_LIFE = 90 * DAY;

/** Where somebody was in a form, and what they had entered; nothing of the form itself. */
export type SavedProgress = Pick<SavedVisit, 'stage' | 'input' | 'signature'> & {
  readonly format: typeof PROGRESS_FORMAT;
  /** SHA-256 of the token of the link by which it was written */
  readonly link: string;
  readonly recordID: string;
  /** of the form that was read */
  readonly contentDigest: string;
  /** epoch ms */
  readonly savedAt: number;
};

// Where the browser stores nothing, the place lasts as long as the page.
const memory = new Map<string, SavedProgress>();

/** A signer of a version, by whatever link they come: a reminder and a new link lead to the same page. */
function keyOf(details: TicketDetails): string {
  return `${PREFIX}${details.consent.consentID}.${signerOf(details)?.signing_order ?? details.role}`;
}

/** Stores where the visit is. @param link - SHA-256 of the link's token */
export function saveProgress(link: string, { stage, details, input, signature }: Visit): void {
  if (stage.kind !== 'form' || details === null) return;
  const { at, aside, returnTo } = stage;
  const { contentDigest } = details;
  const { recordID } = details.consent;
  const where = { stage: { at, aside, returnTo }, input, signature };
  write(keyOf(details), { format: PROGRESS_FORMAT, savedAt: Date.now(), link, recordID, contentDigest, ...where });
}

/** After "I need more time" was sent: the page behind it is the one to come back to. */
export function leaveAside(details: TicketDetails): void {
  const progress = readProgress(details);
  if (progress !== null)
    write(keyOf(details), { ...progress, stage: { ...progress.stage, aside: null }, input: { ...progress.input, words: '' } });
}

function write(key: string, progress: SavedProgress): void {
  memory.set(key, progress);
  try {
    localItems.setItem(key, JSON.stringify(progress));
  } catch {
    // Refused or full storage: see `memory`.
  }
}

/** The stored place of the signer of a form, or null. */
export function readProgress(details: TicketDetails): SavedProgress | null {
  return storedAt(keyOf(details));
}

function storedAt(key: string): SavedProgress | null {
  return memory.get(key) ?? progressIn(localItems.getItem(key));
}

/** Deletes the place of a signer who has answered. */
export function clearProgress(details: TicketDetails): void {
  remove(keyOf(details));
}

/**
 * Deletes the places in the version that a link led to, of whichever signer and by whichever link: it does not count any more.
 *
 * @param link - SHA-256 of the link's token
 * @param consentID - where the visit knows it
 */
export function clearProgressOf(link: string, consentID: string | undefined): void {
  const versions = new Set(progressKeys().flatMap((key) => (storedAt(key)?.link === link ? versionOf(key) : [])));
  if (consentID !== undefined) versions.add(consentID);
  for (const key of progressKeys()) if (versions.has(versionOf(key))) remove(key);
}

function versionOf(key: string): string {
  return key.slice(PREFIX.length).split('.')[0] ?? '';
}

/** Deletes the places in other versions of the form that is read: nobody goes on there. */
export function clearOtherVersions({ consent: { consentID, recordID } }: TicketDetails): void {
  for (const key of progressKeys()) if (versionOf(key) !== consentID && storedAt(key)?.recordID === recordID) remove(key);
}

/** Deletes the places that nobody came back to. */
export function clearOldProgress(now: number): void {
  for (const key of progressKeys()) {
    const progress = progressIn(localItems.getItem(key));
    if (progress === null || now - progress.savedAt > PROGRESS_LIFE) localItems.removeItem(key);
  }
}

function remove(key: string): void {
  memory.delete(key);
  localItems.removeItem(key);
}

function progressKeys(): string[] {
  const keys = new Set([...memory.keys(), ...Object.keys(localStorageOrNull() ?? {})]);
  return [...keys].filter((key) => key.startsWith(PREFIX));
}

/** How a form that was just read is shown: at the place where its signer was, with what they had entered. */
export function resumeAt(ticket: LinkTicket): (first: VisitAction) => VisitAction {
  return (first) => {
    const progress = first.kind === 'loaded' ? readProgress(first.details) : null;
    if (progress === null || first.kind !== 'loaded') return first;
    const { details } = first;
    const state = signerOf(details)?.state;
    if (state === 'SIGNED' || state === 'DECLINED') return first;
    const isSame = progress.contentDigest === details.contentDigest;
    // By another link, another text may be for another signer: the form may have been taken back, and its signers changed.
    if (!isSame && progress.link !== ticket.link) return first;
    const saved = { format: 1, ticket: asHandoverTicket(ticket), details, isConfirmed: true } as const;
    if (isSame) return { kind: 'restored', saved: { ...saved, ...stageOpenIn(progress, details) } };
    // Another text is read from its beginning, and has no ink yet. The answers in it are those of the hospital: somebody else may have
    // changed them.
    const { asks, question, words, comments } = progress.input;
    const { mattersToMe: matters, additionalChoices: choices } = details.consent;
    const input = { ...EMPTY_INPUT, matters, choices, asks, question, words, comments };
    const stage = { at: firstOf(details), aside: null, returnTo: null };
    return { kind: 'restored', saved: { ...saved, stage, input, signature: null } };
  };
}

// A question that is open by now closes the pages after it.
function stageOpenIn(
  { stage, input, signature }: SavedProgress,
  details: TicketDetails,
): Pick<SavedProgress, 'stage' | 'input' | 'signature'> {
  const isShut = (stage.at === 'check' || stage.at === 'sign') && openQuestion(details.consent) !== undefined;
  if (isShut) return { stage: { at: 'question', aside: null, returnTo: null }, input, signature };
  const isThere = stepsOf(details, true).includes(stage.at);
  return { stage: isThere ? stage : { at: firstOf(details), aside: null, returnTo: null }, input, signature };
}

function firstOf(details: TicketDetails): SignerStep {
  return stepsOf(details, true)[0] ?? 'sign';
}

function progressIn(stored: string | null): SavedProgress | null {
  try {
    const progress: unknown = JSON.parse(stored ?? 'null');
    if (typeof progress !== 'object' || progress === null || !('format' in progress) || progress.format !== PROGRESS_FORMAT)
      return null;
    // Written by `saveProgress` of a build with this format.
    return progress as SavedProgress;
  } catch {
    return null;
  }
}
