import { CallFailed } from '#contract/call.ts';
import type { Output, QueuedCall } from '#contract/calls.ts';
import { FAILURES } from '#domain/messages.ts';
import { currentHeld, currentQueue, subscribeHeld, type Held } from '#src/held/held.ts';
import { currentSession } from '#src/session/session.ts';
import { SHORT_WAIT } from '#src/session/waits.ts';
import type { ConsentProcedure } from '#domain/consent.ts';
import { commit } from '#store/commit.ts';
import { asDrafted } from '#store/consent-content.ts';
import { followOp, type Fate } from '#store/outbox/fate.ts';
import { partsOf, type Change } from '#store/outbox/new-op.ts';
import { NotHere } from '#store/outbox/project.ts';
import { queued } from '#store/outbox/queued.ts';
import { NotWaiting } from '#store/outbox/review.ts';
import { takeBack } from '#store/outbox/take-back.ts';
import { openEntity } from '#store/kept.ts';
import { isSame, Overtaken, refuseOvertaken, type Fields } from '#store/overtaken.ts';
import { readCases } from '#store/cases.ts';
import type { Store } from '#store/store.ts';
import { liveQuery } from 'dexie';
import { hearAnswers } from './answers.ts';
import type { Ending, Keeping } from './keep.ts';

type Answered = { readonly call: QueuedCall; readonly output: unknown };

/** `keep` with an open vault; null when it changes what this tablet does not have: then only the server can. */
export async function keepHere<K extends QueuedCall>(held: Held, change: Keeping<K>): Promise<Ending<K> | null> {
  const { version: _, key: _key, signal, ...said } = change;
  const answers = new Map<string, Answered>();
  // From before the op exists: it may be answered before anybody has asked for it.
  let leave = () => {};
  const stopHearing = hearAnswers(({ opId, call }, output) => answers.set(opId, { call, output }));
  try {
    const opId = await commitSeen(held, said);
    if (opId === null) return null;
    leave = waitFor(opId);
    held.wake('enqueued');
    const fate = await untilSettled(held, opId, signal);
    if (fate === null || fate.kind === 'waiting' || fate.kind === 'late') return { kind: 'kept' };
    if (fate.kind === 'sent') return { kind: 'sent', answer: answerTo(change.call, answers.get(fate.opId)) };
    // With it went words of which somebody was told that they are kept: it waits for a person, and loses none.
    if (!(await isAllAwaited(held, { opId, now: fate.opId }))) return { kind: 'kept' };
    const refusal = await refusalOf(held, fate.opId);
    if (refusal !== null) throw refusal;
    await refuseUnlessThere(held, said);
    return { kind: 'sent', answer: null };
  } finally {
    leave();
    stopHearing();
  }
}

/** How many in this tab wait for what becomes of an op, each having put one change into it. */
const awaited = new Map<string, number>();

/** @returns ends the wait */
function waitFor(opId: string): () => void {
  awaited.set(opId, (awaited.get(opId) ?? 0) + 1);
  return () => {
    const left = (awaited.get(opId) ?? 0) - 1;
    if (left > 0) awaited.set(opId, left);
    else awaited.delete(opId);
  };
}

/** Whether everybody whose words an op carries waits here for its answer, and has been told of nothing yet. */
async function isAllAwaited({ store }: Held, { opId, now }: { opId: string; now: string }): Promise<boolean> {
  const op = await store.db.ops.where('opId').equals(now).first();
  return op === undefined || partsOf(op) === awaited.get(opId);
}

/** Null when it changes what this tablet does not have. @throws CallFailed when this tablet has other values than were seen */
async function commitSeen<K extends QueuedCall>({ store }: Held, change: Change<K>): Promise<string | null> {
  try {
    return await commit(store, change);
  } catch (failure) {
    if (failure instanceof NotHere) return null;
    if (!(failure instanceof Overtaken)) throw failure;
    const { seen: _, ...said } = change;
    const shown = await shownNow(store, failure);
    // What a version shows is more than what was written into it: the same may have been seen in another form.
    const drafted = draftedIn(shown);
    const isAsShown = Object.entries(change.seen ?? {}).every(([name, value]) => isSame(value, drafted[name]));
    if (isAsShown) return commit(store, said as Change<K>);
    throw conflict({ current: shown });
  }
}

/** What is shown as a call would write it: procedures without the library's words. */
function draftedIn(shown: Fields): Fields {
  // Only versions have procedures.
  const procedures = shown['procedures'] as readonly ConsentProcedure[] | undefined;
  return procedures === undefined ? shown : { ...shown, procedures: procedures.map(asDrafted) };
}

/** The entity as the server's own refusal would show it. */
async function shownNow(store: Store, { current }: Overtaken): Promise<Fields> {
  if (!('consentID' in current)) return current;
  const [found] = await readCases(store, ({ consentID }) => consentID === current.consentID);
  return found?.consents[0] ?? { ...current.server };
}

function conflict(data: unknown): CallFailed {
  const { status, message } = FAILURES.VERSION_CONFLICT;
  return new CallFailed(status, { message, error: 'VERSION_CONFLICT', data });
}

/** Null when no answer comes soon, or nobody waits for it. */
function untilSettled(held: Held, opId: string, signal: AbortSignal | undefined): Promise<Fate | null> {
  if (isHopeless(held) || signal?.aborted === true) return Promise.resolve(null);
  return new Promise((resolve) => {
    const follow = followOp(held.store.db, opId, held.store.means.now);
    const end = (fate: Fate | null) => {
      looking.unsubscribe();
      stopWatching();
      clearTimeout(patience);
      signal?.removeEventListener('abort', giveUp);
      resolve(fate);
    };
    const giveUp = () => end(null);
    const patience = setTimeout(giveUp, SHORT_WAIT);
    const stopWatching = subscribeHeld(() => isHopeless(held) && giveUp());
    signal?.addEventListener('abort', giveUp);
    // A store that closes meanwhile has kept it all the same.
    const looking = liveQuery(follow).subscribe({ next: (fate) => fate.kind !== 'waiting' && end(fate), error: giveUp });
  });
}

/** Whether nothing of this person can reach the server now. */
function isHopeless(held: Held): boolean {
  const { kind } = currentQueue().sending;
  const isAlone = currentSession() === null || currentSession()?.token === null;
  const isStuck = kind !== 'quiet' && kind !== 'sending';
  return isAlone || isStuck || !navigator.onLine || currentHeld() !== held;
}

function answerTo<K extends QueuedCall>(call: K, answered: Answered | undefined): Output<K> | null {
  // Parsed by this very call's schema before it was told.
  return answered?.call === call ? (answered.output as Output<K>) : null;
}

/** Two writes that travelled as one are refused as one. */
const takenBack = new Map<string, Promise<CallFailed | null>>();

/** What is said of a refused op, which is then no longer in the queue; null when somebody else has taken it out. */
function refusalOf({ store }: Held, opId: string): Promise<CallFailed | null> {
  const already = takenBack.get(opId);
  if (already !== undefined) return already;
  const taking = takeBack(store, opId).catch((failure: unknown) => {
    if (failure instanceof NotWaiting) return null;
    throw failure;
  });
  takenBack.set(opId, taking);
  setTimeout(() => takenBack.delete(opId), SHORT_WAIT);
  return taking;
}

/**
 * What has left the queue with no receipt was either taken back, or the server had it all already from somebody else.
 *
 * @throws CallFailed unless it is there
 */
async function refuseUnlessThere<K extends QueuedCall>({ store }: Held, { call, input }: Change<K>): Promise<void> {
  const { table, idOf } = queued[call];
  const row = await store.db[table].get(idOf(input) ?? '');
  if (row === undefined) throw conflict(undefined);
  try {
    refuseOvertaken(await openEntity(store.vault, table, row), input);
  } catch (failure) {
    throw failure instanceof Overtaken ? conflict({ current: await shownNow(store, failure) }) : failure;
  }
}
