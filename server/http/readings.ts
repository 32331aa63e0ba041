import type { CallName } from '#contract/calls.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { Refused } from '#server/api-error.ts';
import type { AccessSubject, NewAccess } from '#server/data/audit/access-log.ts';
import type { Caller } from '#server/data/name-caller.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, StaffActor } from './actor.ts';
import { requireReason } from './record-reason.ts';
import { READ_RULES } from './read-rules.ts';

/** Requests of one session for the same record by the same call within this time are one reading, ms [choice]: screens ask again by themselves. */
const ONE_READING = 10 * MINUTE;
/** The most readings in memory; beyond them the oldest are dropped, and would be logged again. */
const REMEMBERED = 20_000;

/** A call before its handler runs. */
export type ReadCall = { name: CallName; input: Record<string, unknown>; actor: Actor; caller: Caller | undefined };

/** The readings of this server. */
export type Readings = {
  /**
   * Admits a reading. The returned function logs an answer, which may leave the server once its promise has resolved.
   *
   * @throws Refused REASON_NEEDED with the patient's id, where reasons are required and this person is outside the patient's
   *   team; of a record that only the answer names, the returned function throws it
   */
  admit(call: ReadCall): Promise<(answer: unknown) => Promise<void>>;
  /**
   * Admits the refusal of a write that shows a record, after its transaction, and logs it as a reading. Without the reason that a
   * reading needs it holds the present version alone.
   *
   * @returns the refusal that may leave the server
   */
  admitRefusal(refused: unknown, call: RefusedCall): Promise<unknown>;
};

/** A call that was refused; `actor` is undefined for a token that opens nothing. */
export type RefusedCall = { name: CallName; actor: Actor | undefined; caller: Caller | undefined };

type Parts = Pick<Deps, 'database' | 'clock' | 'settings' | 'accessLog'>;
// One table serves every call, so the types of the table end here.
type AnyRule = {
  act: NewAccess['act'];
  subject?: (input: unknown) => AccessSubject;
  copies?: (answer: unknown) => readonly AccessSubject[];
  found?: (answer: unknown) => AccessSubject | undefined;
  detail?: (input: unknown, answer: unknown) => string;
  isLoggedElsewhere?: true;
};

export function openReadings(deps: Parts): Readings {
  const logged = new Map<string, { at: number; done: Promise<void> }>();
  return {
    admit: async ({ name, input, actor, caller }) => {
      const rule = READ_RULES[name] as AnyRule | undefined;
      if (rule === undefined || actor.kind !== 'staff' || caller === undefined) return async () => undefined;
      const subject = rule.subject?.(input);
      const why = subject === undefined ? undefined : await requireReason(deps, actor, subject);
      if (rule.isLoggedElsewhere === true) return async () => undefined;
      return async (answer) => {
        const found = rule.found?.(answer);
        if (rule.found !== undefined && found === undefined) return;
        const reason = found === undefined ? why : await requireReason(deps, actor, found);
        const line = { ...lineOf({ name, actor, caller }), act: rule.act, why: reason };
        const detail = rule.detail?.(input, answer);
        const subjects = rule.copies?.(answer) ?? [found ?? subject];
        const lines = subjects.map((each): NewAccess => ({ ...line, subject: each, detail }));
        if (rule.act === 'DOCUMENT') return deps.accessLog.add(lines);
        const keys = lines.map((each) => JSON.stringify([actor.sessionId, name, each.subject ?? input]));
        return addOnce(lines, keys);
      };
    },
    admitRefusal: async (refused, { name, actor, caller }) => {
      if (!(refused instanceof Refused) || refused.shows === undefined) return refused;
      if (actor?.kind !== 'staff' || caller === undefined) return refused;
      const subject = refused.shows;
      try {
        const why = await requireReason(deps, actor, subject);
        const line: NewAccess = { ...lineOf({ name, actor, caller }), act: 'OPENED', subject, why, detail: 'by a refused write' };
        await addOnce([line], [JSON.stringify([actor.sessionId, name, subject])]);
        return refused;
      } catch (error) {
        if (!(error instanceof Refused) || error.key !== 'REASON_NEEDED') throw error;
        // The state of a record is part of it.
        return new Refused(refused.key, { blocked: undefined, data: versionAlone(refused.data) });
      }
    },
  };

  /** Adds the lines of readings that are not logged yet, and waits for those that are being logged. */
  async function addOnce(lines: readonly NewAccess[], keys: readonly string[]): Promise<void> {
    const now = deps.clock();
    const isNew = keys.map((key) => {
      const before = logged.get(key);
      return before === undefined || now - before.at >= ONE_READING || now < before.at;
    });
    const earlier = keys.flatMap((key, at) => (isNew[at] === true ? [] : [logged.get(key)?.done]));
    const done = deps.accessLog.add(lines.filter((_, at) => isNew[at]));
    for (const [at, key] of keys.entries()) {
      if (isNew[at] !== true) continue;
      logged.delete(key);
      logged.set(key, { at: now, done });
    }
    for (const key of logged.keys()) if (logged.size > REMEMBERED) logged.delete(key);
    await Promise.all([...earlier, done]).catch((error: unknown) => {
      for (const key of keys) logged.delete(key);
      throw error;
    });
  }
}

function lineOf({ name, actor, caller }: { name: CallName; actor: StaffActor; caller: Caller }) {
  const { organisationId, userId: id, name: called, roleName: role } = actor;
  const { deviceId, address } = caller;
  return { organisationId, call: name, user: { id, name: called, role }, deviceId, address };
}

/** Of the present entity in a conflict's data only its version. */
function versionAlone(data: unknown): { version?: unknown } {
  const current = typeof data === 'object' && data !== null && 'current' in data ? data.current : null;
  return typeof current === 'object' && current !== null && 'version' in current ? { version: current.version } : {};
}
