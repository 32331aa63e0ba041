import { DAY } from '#domain/limits.ts';
import { localItems } from '#src/session/web-storage.ts';
import { EMPTY_INPUT } from '#src/sign/form-input.ts';
import { openQuestion, signerOf, stepsOf, type SignerStep } from '#src/sign/steps.ts';
import type { SavedVisit, Visit, VisitAction } from '#src/sign/visit.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { HandoverTicket } from '#src/session/handover.ts';

/** Version of {@link SavedProgress}. A build reads its own version only. */
const FORMAT = 1;
const PREFIX = 'assent.progress.';
/** A place that nobody came back to is removed after this time [choice]. */
const PROGRESS_LIFE = 90 * DAY;

/** Where somebody was in a form, and what they had entered; nothing of the form itself. */
export type SavedProgress = Pick<SavedVisit, 'stage' | 'input' | 'signature'> & {
  readonly format: typeof FORMAT;
  /** of the form that was read */
  readonly contentDigest: string;
  /** epoch ms */
  readonly savedAt: number;
};

// Where the browser stores nothing, the place lasts as long as the page.
const memory = new Map<string, SavedProgress>();

/** Stores where the visit is. @param link - SHA-256 of the link's token */
export function saveProgress(link: string, { stage, details, input, signature }: Visit): void {
  if (stage.kind !== 'form' || details === null) return;
  const { at, aside, returnTo } = stage;
  const { contentDigest } = details;
  write(link, { format: FORMAT, savedAt: Date.now(), contentDigest, stage: { at, aside, returnTo }, input, signature });
}

/** After "I need more time" was sent: the page behind it is the one to come back to. */
export function leaveAside(link: string): void {
  const progress = readProgress(link);
  if (progress !== null)
    write(link, { ...progress, stage: { ...progress.stage, aside: null }, input: { ...progress.input, words: '' } });
}

function write(link: string, progress: SavedProgress): void {
  memory.set(link, progress);
  try {
    localItems.setItem(PREFIX + link, JSON.stringify(progress));
  } catch {
    // Refused or full storage: see `memory`.
  }
}

/** The stored place of a link, or null. */
export function readProgress(link: string): SavedProgress | null {
  return memory.get(link) ?? progressIn(localItems.getItem(PREFIX + link));
}

/** Deletes the place of a link that is answered, or has ended. */
export function clearProgress(link: string): void {
  memory.delete(link);
  localItems.removeItem(PREFIX + link);
}

/** Deletes the places of links that nobody came back to. */
export function clearOldProgress(now: number): void {
  for (const key of storedKeys()) {
    if (!key.startsWith(PREFIX)) continue;
    const progress = progressIn(localItems.getItem(key));
    if (progress === null || now - progress.savedAt > PROGRESS_LIFE) localItems.removeItem(key);
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** How a form that was just read is shown: at the place where its signer was, with what they had entered. */
export function resumeAt(progress: SavedProgress | null, ticket: HandoverTicket): (first: VisitAction) => VisitAction {
  return (first) => {
    if (progress === null || first.kind !== 'loaded') return first;
    const { details } = first;
    const state = signerOf(details)?.state;
    if (state === 'SIGNED' || state === 'DECLINED') return first;
    const isSame = progress.contentDigest === details.contentDigest;
    const saved = { format: 1, ticket, details, isConfirmed: true } as const;
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
): Omit<SavedProgress, 'format' | 'contentDigest' | 'savedAt'> {
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
    if (typeof progress !== 'object' || progress === null || !('format' in progress) || progress.format !== FORMAT) return null;
    // Written by `saveProgress` of a build with this format.
    return progress as SavedProgress;
  } catch {
    return null;
  }
}
