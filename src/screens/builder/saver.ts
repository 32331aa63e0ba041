import type { Consent } from '#contract/record-shapes.ts';
import { changedParts, draftOf, fieldsOf, rebase, seenOf, type Draft, type Part } from './draft.ts';
import { FAILURES } from '#domain/messages.ts';
import { failureOf, type SaveFailure, type Theirs } from './save-failure.ts';
import type { CreateBody, SavedDraft, SeenFields, UpdateBody } from '#src/queries/consents.ts';

/** Where a draft stands between this screen, this tablet and the server. */
type SaveState =
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  /** on this tablet, which sends it by itself */
  | { readonly kind: 'kept' }
  /** the server has it */
  | { readonly kind: 'sent'; readonly at: number }
  | SaveFailure
  | { readonly kind: 'conflict'; readonly theirs: Theirs };

/** A draft on this screen, what is known to be saved of it, and how the two stand. */
export type Held = {
  readonly consentID: string;
  readonly recordID: string;
  readonly patientID: string;
  readonly draft: Draft;
  /** what was saved last; null before the draft was created */
  readonly base: Draft | null;
  /** the server's version, 0 where it has none yet; null before the draft was created */
  readonly version: number | null;
  /** the tab that was saved with it */
  readonly tab: number;
  /** what was said to be missing at the last save; null before it */
  readonly missing: Consent['missing'] | null;
  readonly state: SaveState;
};

export type Wires = {
  readonly create: (body: CreateBody, key: string) => Promise<SavedDraft>;
  readonly update: (body: UpdateBody, key: string, seen: SeenFields) => Promise<SavedDraft>;
  readonly newKey: () => string;
  /** epoch ms */
  readonly now: () => number;
};

/** What was sent and not answered: it is sent again exactly so, with its key, before anything newer. */
type Pending = {
  readonly key: string;
  readonly draft: Draft;
  readonly tab: number;
  readonly send: (key: string) => Promise<SavedDraft>;
};

export type Saver = ReturnType<typeof createSaver>;

/** Where a draft stands that is shown as it was found: here alone while something of it waits to be sent. */
export function standingOf({ here, updatedAt }: Theirs): SaveState {
  return here?.isUnsent === true ? { kind: 'kept' } : { kind: 'sent', at: Date.parse(updatedAt) };
}

const UNFORESEEN: SaveFailure = {
  kind: 'failed',
  message: FAILURES.FAILED.message,
  fields: [],
  again: true,
  isNetwork: false,
};

/** Whether anything on this screen is not known to be saved. */
export function isDirty({ base, draft, state }: Held): boolean {
  return changedParts(base, draft).length > 0 || state.kind === 'conflict';
}

/** Whether there is something that is worth a save: a draft is started by choosing its first procedure. */
export function isWorthSaving({ version, draft }: Held): boolean {
  return version !== null || draft.procedures.length > 0;
}

/**
 * Keeps one draft saved: one request at a time, in order, each with an idempotency key. A request whose answer was lost is
 * repeated with the same key and body, so that it can neither be lost nor be taken for somebody else's change.
 */
export function createSaver(start: Held, { create, update, newKey, now }: Wires) {
  let held = start;
  let pending: Pending | null = null;
  // How the last save ended: what was typed and taken back again is still saved so.
  let standing = start.state;
  let queue: Promise<boolean> = Promise.resolve(true);
  const listeners = new Set<() => void>();

  const set = (change: Partial<Held>) => {
    held = { ...held, ...change };
    for (const listener of listeners) listener();
  };

  const freeze = (tab: number): Pending => {
    const { draft, base, version, consentID, recordID, patientID } = held;
    const parts = changedParts(base, draft);
    const fields = fieldsOf(draft, parts);
    const seen = base === null ? {} : seenOf(base, parts);
    const send =
      version === null
        ? (key: string) => create({ consentID, recordID, patientID, ...fields, formType: draft.formType, activeTab: tab }, key)
        : (key: string) => update({ consentID, version, ...fields, activeTab: tab }, key, seen);
    return { key: newKey(), draft, tab, send };
  };

  const attempt = async (one: Pending): Promise<boolean> => {
    pending = one;
    set({ state: { kind: 'saving' } });
    try {
      const saved = await one.send(one.key);
      pending = null;
      const { draft, tab } = one;
      const isAll = changedParts(draft, held.draft).length === 0;
      standing = saved.isSent ? { kind: 'sent', at: now() } : { kind: 'kept' };
      const state: SaveState = isAll ? standing : { kind: 'unsaved' };
      set({ base: draft, tab, version: saved.version, missing: saved.missing, state });
      return true;
    } catch (failure) {
      const told = failureOf(failure);
      if (told === null) {
        // Nobody foresaw it, and it may pass: what was typed is tried again, and whoever looks after the app hears of it.
        set({ state: UNFORESEEN });
        throw failure;
      }
      if (told.kind === 'conflict' || !told.again) pending = null;
      set({ state: told });
      return false;
    }
  };

  const run = async (tab: number): Promise<boolean> => {
    if (held.state.kind === 'conflict') return false;
    if (pending !== null && !(await attempt(pending))) return false;
    if (held.version !== null && held.tab === tab && changedParts(held.base, held.draft).length === 0) {
      if (held.state.kind !== standing.kind) set({ state: standing });
      return true;
    }
    return attempt(freeze(tab));
  };

  return {
    held: () => held,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Changes the draft on this screen. While a choice between mine and theirs is open nothing else changes. */
    edit: (change: (draft: Draft) => Draft) => {
      const draft = change(held.draft);
      if (draft === held.draft) return;
      const { state } = held;
      // What was refused as it stood may be taken once it is changed, so that it is tried again.
      const isSaved = state.kind === 'sent' || state.kind === 'kept';
      const isNews = isSaved || state.kind === 'unsaved' || (state.kind === 'failed' && !state.again);
      set({ draft, ...(isNews ? { state: { kind: 'unsaved' } as const } : {}) });
    },
    /** Saves everything typed so far, and the tab. Resolves to whether it is saved: on the server, or on this tablet. */
    save: (tab: number = held.tab): Promise<boolean> => {
      queue = queue.catch(() => false).then(() => run(tab));
      return queue;
    },
    /** Another call than a save has met somebody else's version. */
    meet: (theirs: Theirs) => {
      set({ state: { kind: 'conflict', theirs } });
    },
    /** Ends a conflict with what the other has saved. */
    takeTheirs: (theirs: Theirs) => {
      const draft = draftOf(theirs);
      standing = standingOf(theirs);
      set({ draft, base: draft, version: theirs.version, missing: theirs.missing, state: standing });
    },
    /** Ends a conflict with my changes on top of theirs; they are saved next. */
    keepMine: (theirs: Consent): Part[] => {
      const base = draftOf(theirs);
      const { draft, both } = rebase({ base: held.base ?? base, mine: held.draft, theirs: base });
      set({ draft, base, version: theirs.version, missing: theirs.missing, state: { kind: 'unsaved' } });
      return both;
    },
  };
}
