import { isSignerRole, isParent } from '#domain/forms/signer-roles.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { RECORDED_BY } from './event-author.ts';
import type { TimelineEvent } from './timeline.ts';

/** Details that somebody wrote, or that name somebody: one word of them looks like a word of the machine. */
const WRITTEN: ReadonlySet<string> = new Set([
  'name',
  'names',
  'typedName',
  'nameAsSigned',
  'nameExpected',
  'signer',
  'witness',
  'operator',
  'assessor',
  'onForm',
  'inRecord',
  'reason',
  'note',
  'comments',
  'patientComments',
  'parentComments',
  'interpreterComments',
  'ownWords',
  'question',
  'answer',
  'statement',
  'about',
  'leftOpen',
]);

/** Details that name a member of staff, as an author does. */
const OF_STAFF: ReadonlySet<string> = new Set([RECORDED_BY.name, RECORDED_BY.role]);

/** Words that the machine wrote: enumerations, field names, ids, digests, days, times and numbers, several of them with commas between. */
const MACHINE_WORDS =
  /^(?:[A-Z][A-Z0-9_]*|[a-z][a-zA-Z.]*|[0-9a-f-]{32,}|[\dTZ:.+-]+|[A-Z]+-[A-Z0-9-]+)(?:, ?(?:[A-Z][A-Z0-9_]*|[a-z][a-zA-Z.]*))*$/;

/**
 * A timeline for those who may not read patients: nobody but staff has a name in it, and no detail is a text that somebody wrote. Times,
 * ids and digests stay: what was done can be followed.
 */
export function withoutPeople(events: readonly TimelineEvent[]): TimelineEvent[] {
  const parents = [...new Set(events.flatMap(orderOfParent))].toSorted((one, other) => one - other);
  return events.map((event) => {
    const { type, actor, detail } = event;
    const shown = Object.entries(detail).filter(
      ([key, value]) =>
        typeof value !== 'string' || OF_STAFF.has(key) || (!isWrittenDetail(type, key) && MACHINE_WORDS.test(value)),
    );
    const name = actor.kind === 'SIGNER' ? signerWords(actor.role, parents.indexOf(orderOfParent(event)[0] ?? -1)) : actor.name;
    return { ...event, actor: { ...actor, name }, detail: Object.fromEntries(shown) };
  });
}

const OF_TALKS: ReadonlySet<string> = new Set<TimelineEvent['type']>(['TALKED', 'ANSWERS_REFUSED', 'NOTE_SETTLED']);

/** Whether somebody wrote a detail: of a talk its outcome too, and what was answered, which elsewhere are a few words of the machine. */
export function isWrittenDetail(type: TimelineEvent['type'], key: string): boolean {
  return WRITTEN.has(key) || (OF_TALKS.has(type) && (key === 'outcome' || key === 'answers'));
}

/** The place of the parent who made an event; empty for anybody else. */
function orderOfParent({ actor, detail }: TimelineEvent): number[] {
  const order = detail['order'];
  return isSignerRole(actor.role) && isParent(actor.role) && typeof order === 'number' ? [order] : [];
}

/** `Patient`, `Parent 2`. @param nth - of several parents, from 0; -1 where that is not known */
function signerWords(role: string, nth: number): string {
  if (!isSignerRole(role)) return 'Signer';
  const words: string = ROLE_WORDS[role];
  return nth > 0 ? `${words} ${nth + 1}` : words;
}
