import type { CaseView } from '#store/views/case.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';

/** Shortest time between two refetches of lists, and between two pulls, that others' changes cause, ms [choice]. */
const LIST_INTERVAL = 10_000;
/** Longest random wait before a refetch of lists that the browsers of a whole hospital begin at one moment, ms [choice]. */
const SPREAD = 1500;

/** Query keys of what the server tells the changes of. */
const SUBJECTS = ['records', 'patients', 'referrals'];
/** Second parts of the keys of one case or one patient alone; everything else is a list, or shows several. */
const OF_ONE = ['records details', 'records timeline', 'referrals one', 'patients history'];

type Runner = { readonly run: () => void };

/**
 * Refetches what is shown of cases and patients that somebody else has changed: screens of the one that is named at once, lists at most
 * every ten seconds, and with them this tablet's copies, if it has any of what is named. Refetches of one kind never overlap. A hidden
 * page fetches nothing: what it shows is stale, and fetched when the page is shown.
 *
 * @returns takes ids of cases and patients, or null when anything may have changed
 */
export function refreshChanged(client: QueryClient, { random = Math.random } = {}): (ids: readonly string[] | null) => void {
  const named = new Set<string>();
  const refetch = (predicate: (query: Query) => boolean) =>
    client.invalidateQueries({ predicate, refetchType: focusManager.isFocused() ? 'active' : 'none' });
  const one = createRunner(0, async () => {
    const ids = new Set(named);
    named.clear();
    await refetch((query) => isOfOne(query) && idsOf(query).some((id) => ids.has(id)));
  });
  const lists = createRunner(LIST_INTERVAL, () => refetch((query) => isOfSubject(query) && !isOfOne(query)));
  const all = createRunner(LIST_INTERVAL, () => refetch(isOfSubject));
  const pull = createRunner(LIST_INTERVAL, async () => currentOfflineSession()?.pull());
  const spread = (longest: number, ...runners: readonly Runner[]) =>
    setTimeout(() => runners.forEach(({ run }) => run()), random() * longest);
  return (ids) => {
    // Every page of every hospital learns it at one moment, after a restart.
    if (ids === null) return void spread(LIST_INTERVAL, all, pull);
    for (const id of ids) named.add(id);
    one.run();
    void spread(SPREAD, lists);
    void hasCopyOf(ids).then((has) => has && spread(SPREAD, pull));
  };
}

function isOfSubject({ queryKey: [subject] }: Query): boolean {
  return SUBJECTS.includes(String(subject));
}

function isOfOne({ queryKey: [subject, part] }: Query): boolean {
  return OF_ONE.includes(`${String(subject)} ${String(part)}`);
}

/** The ids that a query of one case or patient is about: those of its key, and the patient whose case it shows. */
function idsOf({ queryKey, state: { data } }: Query): string[] {
  const ids = queryKey.filter((part) => typeof part === 'string');
  if (queryKey[0] !== 'records' || queryKey[1] !== 'details' || data == null) return ids;
  return [...ids, (data as CaseView).record.patient.id];
}

/** Whether this tablet has a copy of one of these patients or listed cases. */
async function hasCopyOf(ids: readonly string[]): Promise<boolean> {
  const store = currentOfflineSession()?.store;
  if (store === undefined) return false;
  const count = async () =>
    (await store.db.patients.where('id').anyOf(ids).count()) + (await store.db.listings.where('id').anyOf(ids).count());
  // A vault that is closing has none.
  return (await count().catch(() => 0)) > 0;
}

/** Runs work at once, and what is asked for meanwhile afterwards, once for all: at least `interval` ms after the last beginning. */
function createRunner(interval: number, work: () => Promise<unknown>): Runner {
  let isRunning = false;
  let isAsked = false;
  let begunAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    const wait = begunAt + interval - performance.now();
    if (wait > 0) setTimeout(() => void begin(), wait);
    else void begin();
  };
  const begin = async () => {
    isAsked = false;
    begunAt = performance.now();
    try {
      await work();
    } finally {
      isRunning = false;
      if (isAsked) run();
    }
  };
  return { run };
}
