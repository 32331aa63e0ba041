import { readNotice } from '#server/data/live/notices.ts';

/** Changes of one organisation that are published together; `ids` null: so many that none is named. */
export type OrganisationChanges = { readonly organisationId: string; readonly ids: string[] | null };

/** Times of the gathering, ms [choice]: a change is published at once, many are published four times a second. */
const TIMES = { gather: 30, space: 250 };

/** Named ids of one event above which none is named [choice]. */
const NAMED_MOST = 100;

type Receiver = {
  readonly onChanges: (changes: OrganisationChanges) => void;
  readonly onSessionEnd: (sessionId: string) => void;
};

/** Gathers notifications, so that a flood of them becomes few events. The end of a session waits for nothing. */
export function gatherChanges({ onChanges, onSessionEnd }: Receiver): { note: (payload: string) => void; stop: () => void } {
  const gathered = new Map<string, Set<string> | null>();
  let timer: NodeJS.Timeout | undefined;
  let notifiedAt = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    timer = undefined;
    notifiedAt = performance.now();
    const changed = [...gathered];
    gathered.clear();
    for (const [organisationId, ids] of changed) onChanges({ organisationId, ids: ids === null ? null : [...ids] });
  };
  const add = (organisationId: string, id: string | null): void => {
    const ids = gathered.get(organisationId);
    if (ids === null) return;
    const more = id === null ? null : (ids ?? new Set<string>()).add(id);
    gathered.set(organisationId, more !== null && more.size > NAMED_MOST ? null : more);
  };
  return {
    note: (payload) => {
      const notice = readNotice(payload);
      if (notice === null) return;
      if (notice.kind === 'sessionEnded') return onSessionEnd(notice.sessionId);
      add(notice.organisationId, notice.kind === 'changed' ? notice.id : null);
      timer ??= setTimeout(flush, Math.max(TIMES.gather, notifiedAt + TIMES.space - performance.now())).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
