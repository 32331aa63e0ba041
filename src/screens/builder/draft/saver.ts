import type { Consent } from '#contract/shapes/record-shapes.ts';
import { createStore } from 'zustand/vanilla';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { changedParts, draftOf, fieldsOf, newDraft, rebase, seenOf, type Draft, type Part } from './draft.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { createSerialRunner } from '#src/device/serial-runner.ts';
import { saveFailureOf, type SaveFailure, type Theirs } from './save-failure.ts';
import type { CreateBody, SavedDraft, ExpectedFields, UpdateBody } from '#src/queries/consents.ts';

/** The save state of a draft between this screen, this tablet and the server. */
type SaveState =
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  /** in the outbox on this tablet, which sends it by itself */
  | { readonly kind: 'kept' }
  /** the server has it */
  | { readonly kind: 'sent'; readonly at: number }
  | SaveFailure
  | { readonly kind: 'conflict'; readonly theirs: Theirs };

/** A draft on this screen, its last saved version and the state between them. */
export type SaverState = {
  readonly consentID: string;
  readonly recordID: string;
  readonly patientID: string;
  readonly draft: Draft;
  /** the last saved draft; null before the draft was created */
  readonly base: Draft | null;
  /** the server's version, 0 where it has none yet; null before the draft was created */
  readonly version: number | null;
  /** the tab that was saved with it */
  readonly tab: number;
  /** the procedures of the form before; none where there was none */
  readonly oldProcedures?: readonly ConsentProcedure[];
  /** the missing items at the last save; null before it */
  readonly missing: Consent['missing'] | null;
  readonly state: SaveState;
};

export type SaverDeps = {
  readonly create: (body: CreateBody, key: string) => Promise<SavedDraft>;
  readonly update: (body: UpdateBody, key: string, seen: ExpectedFields) => Promise<SavedDraft>;
  readonly newKey: () => string;
  /** epoch ms */
  readonly now: () => number;
};

/** A request without an answer: it is sent again unchanged, with its key, before anything newer. */
type Pending = {
  readonly key: string;
  readonly draft: Draft;
  readonly tab: number;
  /** the procedures of the form before; none where there was none */
  readonly oldProcedures?: readonly ConsentProcedure[];
  readonly send: (key: string) => Promise<SavedDraft>;
};

export type Saver = ReturnType<typeof createSaver>;

/** The save state of a draft as loaded: only on this tablet while some of it is pending. */
export function saveStateOf({ local, updatedAt }: Theirs): SaveState {
  return local?.isUnsent === true ? { kind: 'kept' } : { kind: 'sent', at: Date.parse(updatedAt) };
}

const UNFORESEEN: SaveFailure = {
  kind: 'failed',
  message: FAILURES.FAILED.message,
  fields: [],
  again: true,
  isNetwork: false,
};

/**
 * The state of a draft that has not been started yet.
 *
 * @param start - the draft that nobody has changed yet
 */
export function newSaverState(
  ids: Pick<SaverState, 'consentID' | 'recordID' | 'patientID'>,
  start: Draft = newDraft(),
): SaverState {
  return {
    ...ids,
    draft: start,
    base: null,
    version: null,
    tab: 0,
    missing: null,
    state: { kind: 'unsaved' },
  };
}

/** Whether anything on this screen is not known to be saved. */
export function isDirty({ base, draft, state }: SaverState): boolean {
  return changedParts(base, draft).length > 0 || state.kind === 'conflict';
}

/** Whether there is content to save: a draft is started by choosing its first procedure. */
export function isWorthSaving({ version, draft }: SaverState): boolean {
  return version !== null || draft.procedures.length > 0;
}

/**
 * Saves one draft: one request at a time, in order, each with an idempotency key. A request whose answer was lost is repeated
 * with the same key and body, so that it is neither lost nor mistaken for another person's change.
 */
export function createSaver(start: SaverState, deps: SaverDeps) {
  const store = createStore<SaverState>(() => start);
  let pending: Pending | null = null;
  // The result of the last save: input that was typed and undone again is still saved.
  let standing = start.state;
  const saves = createSerialRunner();

  const set = (change: Partial<SaverState>) => store.setState(change);

  const attempt = async (one: Pending): Promise<boolean> => {
    pending = one;
    set({ state: { kind: 'saving' } });
    try {
      const saved = await one.send(one.key);
      pending = null;
      const { draft, tab } = one;
      const isAll = changedParts(draft, store.getState().draft).length === 0;
      standing = saved.isSent ? { kind: 'sent', at: deps.now() } : { kind: 'kept' };
      const state: SaveState = isAll ? standing : { kind: 'unsaved' };
      set({ base: draft, tab, version: saved.version, missing: saved.missing, state });
      return true;
    } catch (failure) {
      const saveFailure = saveFailureOf(failure);
      if (saveFailure === null) {
        // An unexpected error, perhaps transient: the save is retried, and the error reaches the error handler.
        set({ state: UNFORESEEN });
        throw failure;
      }
      if (saveFailure.kind === 'conflict' || !saveFailure.again) pending = null;
      set({ state: saveFailure });
      return false;
    }
  };

  const run = async (tab: number): Promise<boolean> => {
    if (store.getState().state.kind === 'conflict') return false;
    if (pending !== null && !(await attempt(pending))) return false;
    const { version, tab: savedTab, base, draft, state } = store.getState();
    if (version !== null && savedTab === tab && changedParts(base, draft).length === 0) {
      if (state.kind !== standing.kind) set({ state: standing });
      return true;
    }
    return attempt(freeze(store.getState(), tab, deps));
  };

  return {
    state: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    /** Changes the draft on this screen. While a choice between mine and theirs is open no other edit is applied. */
    edit: (change: (draft: Draft) => Draft) => {
      const { draft: before, state } = store.getState();
      const draft = change(before);
      if (draft !== before) set({ draft, state: stateAfterEdit(state) });
    },
    /** Saves the present input and the tab. Resolves to whether it is saved: on the server, or on this tablet. */
    save: (tab: number = store.getState().tab): Promise<boolean> => saves.run(() => run(tab)),
    /** A call other than a save has met another person's version. */
    meet: (theirs: Theirs) => {
      set({ state: { kind: 'conflict', theirs } });
    },
    /** Ends a conflict with the other person's version. */
    takeTheirs: (theirs: Theirs) => {
      const draft = draftOf(theirs);
      standing = saveStateOf(theirs);
      set({ draft, base: draft, version: theirs.version, missing: theirs.missing, state: standing });
    },
    /** Ends a conflict with my changes on top of theirs; they are saved next. */
    keepMine: (theirs: Consent): Part[] => {
      const base = draftOf(theirs);
      const { base: before, draft: mine } = store.getState();
      const { draft, both } = rebase({ base: before ?? base, mine, theirs: base });
      set({ draft, base, version: theirs.version, missing: theirs.missing, state: { kind: 'unsaved' } });
      return both;
    },
  };
}

/** The request that saves the present input: parts that nobody has changed are not in it. */
function freeze(state: SaverState, tab: number, { create, update, newKey }: SaverDeps): Pending {
  const { draft, base, version, consentID, recordID, patientID } = state;
  const parts = changedParts(base, draft);
  const fields = fieldsOf(draft, parts);
  const seen = base === null ? {} : seenOf(base, parts);
  const send =
    version === null
      ? (key: string) => create({ consentID, recordID, patientID, ...fields, formType: draft.formType, activeTab: tab }, key)
      : (key: string) => update({ consentID, version, ...fields, activeTab: tab }, key, seen);
  return { key: newKey(), draft, tab, send };
}

/** A save under way and a choice that is open stay; a refused draft may be accepted once it is changed, so that it is tried again. */
function stateAfterEdit(state: SaveState): SaveState {
  const isSaved = state.kind === 'sent' || state.kind === 'kept';
  const isRefused = state.kind === 'failed' && !state.again;
  return isSaved || isRefused ? { kind: 'unsaved' } : state;
}
