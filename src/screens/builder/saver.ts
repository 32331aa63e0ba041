import type { Consent } from '#contract/record-shapes.ts';
import { changedParts, draftOf, fieldsOf, rebase, type Draft, type Part } from './draft.ts';
import { failureOf, type SaveFailure } from './save-failure.ts';
import type { CreateBody, Saved, UpdateBody } from '#src/queries/consents.ts';

/** Where a draft stands between this screen and the server. */
type SaveState =
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: number }
  | SaveFailure
  | { readonly kind: 'conflict'; readonly theirs: Consent };

/** A draft on this screen, what the server is known to have of it, and how the two stand. */
export type Held = {
  readonly consentID: string;
  readonly recordID: string;
  readonly patientID: string;
  readonly draft: Draft;
  /** what the server acknowledged last; null before the draft was created */
  readonly base: Draft | null;
  /** the server's version; null before the draft was created */
  readonly version: number | null;
  /** the tab that the server remembers */
  readonly tab: number;
  /** what the server says is missing; null before it was asked */
  readonly missing: Consent['missing'] | null;
  readonly state: SaveState;
};

export type Wires = {
  readonly create: (body: CreateBody, key: string) => Promise<Saved>;
  readonly update: (body: UpdateBody, key: string) => Promise<Saved>;
  readonly newKey: () => string;
  /** epoch ms */
  readonly now: () => number;
};

/** What was sent and not answered: it is sent again exactly so, with its key, before anything newer. */
type Pending = {
  readonly key: string;
  readonly draft: Draft;
  readonly tab: number;
  readonly send: (key: string) => Promise<Saved>;
};

export type Saver = ReturnType<typeof createSaver>;

/** Whether anything on this screen is not known to be on the server. */
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
    const send =
      version === null
        ? (key: string) => create({ consentID, recordID, patientID, ...fields, formType: draft.formType, activeTab: tab }, key)
        : (key: string) => update({ consentID, version, ...fields, activeTab: tab }, key);
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
      const state: SaveState = isAll ? { kind: 'saved', at: now() } : { kind: 'unsaved' };
      set({ base: draft, tab, version: saved.version, missing: saved.data.missing, state });
      return true;
    } catch (failure) {
      const told = failureOf(failure);
      if (told === null) throw failure;
      if (told.kind === 'conflict' || !told.again) pending = null;
      set({ state: told });
      return false;
    }
  };

  const run = async (tab: number): Promise<boolean> => {
    if (held.state.kind === 'conflict') return false;
    if (pending !== null && !(await attempt(pending))) return false;
    if (held.version !== null && held.tab === tab && changedParts(held.base, held.draft).length === 0) {
      if (held.state.kind !== 'saved') set({ state: { kind: 'saved', at: now() } });
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
      const isNews = state.kind === 'saved' || state.kind === 'unsaved' || (state.kind === 'failed' && !state.again);
      set({ draft, ...(isNews ? { state: { kind: 'unsaved' } as const } : {}) });
    },
    /** Saves everything typed so far, and the tab. Resolves to whether the server has acknowledged it. */
    save: (tab: number = held.tab): Promise<boolean> => {
      queue = queue.catch(() => false).then(() => run(tab));
      return queue;
    },
    /** Another call than a save has met somebody else's version. */
    meet: (theirs: Consent) => {
      set({ state: { kind: 'conflict', theirs } });
    },
    /** Ends a conflict with what the server has. */
    takeTheirs: (theirs: Consent) => {
      const draft = draftOf(theirs);
      set({ draft, base: draft, version: theirs.version, missing: theirs.missing, state: { kind: 'saved', at: now() } });
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
