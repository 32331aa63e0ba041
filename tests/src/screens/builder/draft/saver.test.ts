import { describe, expect, test } from 'vitest';
import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import type { SavedDraft } from '#src/queries/consents.ts';
import { createSaver, isDirty, isWorthSaving, newSaverState, type SaverState } from '#src/screens/builder/draft/saver.ts';
import { autosaveIn, AUTOSAVE_AFTER, AUTOSAVE_RETRY_AFTER } from '#src/screens/builder/draft/useAutosave.ts';
import { saveWords } from '#src/screens/builder/draft/save-words.ts';
import type { Draft } from '#src/screens/builder/draft/draft.ts';
import { draft } from './build.ts';
import { consent } from '#tests/src/screens/cases/build.ts';

type Sent = { call: 'create' | 'update'; body: Record<string, unknown>; key: string; seen: unknown };

/** A server of one draft: it stores versions, and replays its earlier answers under the same key. */
function server() {
  const sent: Sent[] = [];
  const answered = new Map<string, SavedDraft>();
  let version = 0;
  let next: (() => void) | null = null;
  const answer = (call: Sent['call']) => async (body: object, key: string, seen?: unknown) => {
    sent.push({ call, body: { ...body }, key, seen });
    const before = answered.get(key);
    const saved = before ?? savedAt((version += 1));
    answered.set(key, saved);
    const fault = next;
    next = null;
    fault?.();
    return saved;
  };
  return {
    sent,
    version: () => version,
    /** The next call takes effect, and then this failure replaces its answer. */
    loseNext: (failure: Error) => {
      next = () => {
        throw failure;
      };
    },
    wires: { create: answer('create'), update: answer('update'), newKey: keys(), now: () => 1000 },
  };
}

function keys() {
  let last = 0;
  return () => `key-${(last += 1)}`;
}

function savedAt(version: number): SavedDraft {
  return { isSent: true, version, missing: [] };
}

function held(change: Partial<SaverState> = {}): SaverState {
  const ids = { consentID: consent().consentID, recordID: consent().recordID, patientID: consent().patientID };
  return { ...newSaverState(ids), ...change };
}

const existing = (change: Partial<Draft> = {}) => held({ draft: draft(change), base: draft(), version: 3 });

describe('saving a draft', () => {
  test('the first save creates it, the next ones change it', async () => {
    const { sent, wires } = server();
    const saver = createSaver(held(), wires);
    saver.edit(() => draft());
    expect(await saver.save(1)).toBe(true);
    saver.edit((before) => ({ ...before, mattersToMe: 'My garden' }));
    expect(await saver.save(2)).toBe(true);
    expect(sent.map(({ call }) => call)).toEqual(['create', 'update']);
    expect(sent[1]?.body).toEqual({ consentID: consent().consentID, version: 1, mattersToMe: 'My garden', activeTab: 2 });
    expect(saver.state().state).toEqual({ kind: 'sent', at: 1000 });
  });

  test('a save tells what stood in the changed fields before, so that another tab’s words are not written over', async () => {
    const { sent, wires } = server();
    const saver = createSaver(existing(), wires);
    for (const mattersToMe of ['My garden', 'My garden and my dog']) {
      saver.edit((before) => ({ ...before, mattersToMe }));
      await saver.save();
    }
    expect(sent).toMatchObject([{ seen: { mattersToMe: '' } }, { seen: { mattersToMe: 'My garden' } }]);
    // The subject of the consent is sent each time: nothing else is saved on top of another procedure or side than was seen.
    const { procedures, formType } = draft();
    expect(sent[1]?.seen).toMatchObject({ formType, procedures: [{ procedureID: procedures[0]?.procedureID }] });
    expect(sent[1]?.seen).not.toHaveProperty('refusals');
  });

  test('what is saved on this tablet alone is never said to be sent, also after it was changed and changed back', async () => {
    const { wires } = server();
    const update = async () => ({ isSent: false, version: 3, missing: null });
    const saver = createSaver(existing({ mattersToMe: 'a' }), { ...wires, update });
    expect(await saver.save()).toBe(true);
    expect(saver.state().state).toEqual({ kind: 'kept' });
    saver.edit((before) => ({ ...before, mattersToMe: 'ab' }));
    saver.edit((before) => ({ ...before, mattersToMe: 'a' }));
    expect(await saver.save()).toBe(true);
    expect(saver.state().state).toEqual({ kind: 'kept' });
  });

  test('nothing is sent when nothing has changed', async () => {
    const { sent, wires } = server();
    const saver = createSaver(existing(), wires);
    expect(await saver.save()).toBe(true);
    expect(sent).toEqual([]);
  });

  test('what is typed while a save is under way is not taken for saved', async () => {
    const { sent, wires } = server();
    const update: typeof wires.update = async (body, key) => {
      saver.edit((before) => ({ ...before, mattersToMe: 'ab' }));
      return wires.update(body, key);
    };
    const saver = createSaver(existing({ mattersToMe: 'a' }), { ...wires, update });
    await saver.save();
    expect(isDirty(saver.state())).toBe(true);
    await saver.save();
    expect(sent.map(({ body }) => body['mattersToMe'])).toEqual(['a', 'ab']);
    expect(isDirty(saver.state())).toBe(false);
  });

  test('a save whose answer was lost is repeated as it was, so that it counts once and is no conflict', async () => {
    const { sent, wires, loseNext, version } = server();
    const saver = createSaver(existing({ mattersToMe: 'a' }), wires);
    loseNext(new Unreachable('gone'));
    expect(await saver.save()).toBe(false);
    expect(saver.state().draft.mattersToMe).toBe('a');
    saver.edit((before) => ({ ...before, mattersToMe: 'ab' }));
    expect(await saver.save()).toBe(true);
    expect(sent.map(({ key, body }) => [key, body['mattersToMe'], body['version']])).toEqual([
      ['key-1', 'a', 3],
      ['key-1', 'a', 3],
      ['key-2', 'ab', 1],
    ]);
    expect(version()).toBe(2);
  });

  test('a refused save is not repeated as it was, and what was typed stays', async () => {
    const { sent, wires, loseNext } = server();
    const saver = createSaver(existing({ mattersToMe: 'a' }), wires);
    loseNext(new NotSent([{ path: 'mattersToMe', message: 'too long' }]));
    expect(await saver.save()).toBe(false);
    expect(saver.state().state).toMatchObject({ kind: 'failed', again: false, fields: [{ path: 'mattersToMe' }] });
    await saver.save();
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test('once what was refused is changed, it saves itself again', async () => {
    const { wires, loseNext } = server();
    const saver = createSaver(existing({ mattersToMe: 'a' }), wires);
    loseNext(new NotSent([{ path: 'mattersToMe', message: 'too long' }]));
    await saver.save();
    expect(autosaveIn(saver.state())).toBeNull();
    saver.edit((before) => ({ ...before, mattersToMe: 'b' }));
    expect(autosaveIn(saver.state())).toBe(AUTOSAVE_AFTER);
  });

  test('a fault of our own is not read as a broken network', async () => {
    const { wires, loseNext } = server();
    const saver = createSaver(existing({ mattersToMe: 'a' }), wires);
    loseNext(new TypeError('a fault'));
    await expect(saver.save()).rejects.toThrow('a fault');
    // It may be transient: the save does not depend on a person who was never notified.
    expect(saver.state().state).toMatchObject({ kind: 'failed', again: true, isNetwork: false });
    expect(autosaveIn(saver.state())).toBe(AUTOSAVE_RETRY_AFTER);
    expect(await saver.save()).toBe(true);
  });
});

describe('somebody else has saved the same draft', () => {
  const theirs = consent({ version: 9, mattersToMe: 'theirs', refusals: ['Blood'], procedures: [...draft().procedures] });
  const conflict = new CallFailed(409, {
    message: 'Somebody else has changed this',
    error: 'VERSION_CONFLICT',
    data: { current: theirs },
  });

  async function inConflict() {
    const one = server();
    const saver = createSaver(existing({ mattersToMe: 'mine' }), one.wires);
    one.loseNext(conflict);
    expect(await saver.save()).toBe(false);
    return { ...one, saver };
  }

  test('nothing is overwritten before the person has chosen', async () => {
    const { saver, sent } = await inConflict();
    expect(saver.state().state.kind).toBe('conflict');
    expect(saver.state().draft.mattersToMe).toBe('mine');
    expect(await saver.save()).toBe(false);
    expect(sent).toHaveLength(1);
    expect(autosaveIn(saver.state())).toBeNull();
  });

  test('theirs can be taken', async () => {
    const { saver } = await inConflict();
    saver.takeTheirs(theirs);
    expect(saver.state()).toMatchObject({ version: 9, draft: { mattersToMe: 'theirs', refusals: ['Blood'] } });
    expect(isDirty(saver.state())).toBe(false);
  });

  test('theirs that stands on this tablet alone is not said to be sent', async () => {
    const { saver } = await inConflict();
    saver.takeTheirs({ ...theirs, local: { isUnsent: true } });
    expect(saver.state().state).toEqual({ kind: 'kept' });
    saver.takeTheirs(theirs);
    expect(saver.state().state).toEqual({ kind: 'sent', at: Date.parse(theirs.updatedAt) });
  });

  test('mine can be put on top, and only what I changed is sent', async () => {
    const { saver, sent } = await inConflict();
    expect(saver.keepMine(theirs)).toEqual(['matters']);
    expect(saver.state().draft).toMatchObject({ mattersToMe: 'mine', refusals: ['Blood'] });
    await saver.save();
    expect(sent.at(-1)?.body).toEqual({ consentID: theirs.consentID, version: 9, mattersToMe: 'mine', activeTab: 0 });
  });
});

describe('saving by itself', () => {
  test('an empty form is not made into a draft', () => {
    expect(isWorthSaving(held())).toBe(false);
    expect(autosaveIn(held())).toBeNull();
  });

  test('soon after the last change; later when the server did not answer; never while a refusal has to be put right', () => {
    const failed = { kind: 'failed', message: '', fields: [], isNetwork: true } as const;
    expect(autosaveIn(existing({ mattersToMe: 'a' }))).toBe(AUTOSAVE_AFTER);
    expect(autosaveIn({ ...existing({ mattersToMe: 'a' }), state: { ...failed, again: true } })).toBe(AUTOSAVE_RETRY_AFTER);
    expect(autosaveIn({ ...existing({ mattersToMe: 'a' }), state: { ...failed, again: false } })).toBeNull();
    expect(autosaveIn(existing())).toBeNull();
  });

  test('the footer never says more than is true', () => {
    const words = (one: SaverState, sentAt: number | null = null) => saveWords(one, { sentAt, clock: () => '14:02' })?.words;
    expect(words(held())).toBeUndefined();
    expect(words({ ...existing(), state: { kind: 'kept' } })).toBe('Saved on this tablet');
    expect(words({ ...existing(), state: { kind: 'kept' } }, 5)).toBe('Saved 14:02');
    expect(words({ ...existing(), state: { kind: 'sent', at: 0 } })).toBe('Saved 14:02');
    expect(words(existing({ mattersToMe: 'a' }))).toBe('Not saved yet');
    expect(words({ ...existing({ mattersToMe: 'a' }), state: { kind: 'saving' } })).toBe('Not saved yet');
    const lost = {
      kind: 'failed',
      message: 'No network. What you typed is still here.',
      fields: [],
      again: true,
      isNetwork: true,
    } as const;
    expect(words({ ...existing(), state: lost })).toBe('Not saved: no network. What you typed is still here.');
  });
});
