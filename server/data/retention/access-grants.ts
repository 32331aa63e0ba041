import { sql } from 'kysely';
import type { AccessGrant } from '#domain/organisation/second-person.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import type { Db } from '#server/data/db.ts';

/**
 * The lines of the security log that gave somebody a right: their account where it was approved, and their role where it was made with the
 * right or got it, under whichever name it had then. `since`: when the account was made, ISO.
 */
export async function accessGrants(
  db: Db,
  { organisationId, userId, right }: { organisationId: string; userId: string; right: Permission },
): Promise<{ grants: AccessGrant[]; since: string }> {
  const person = await db
    .selectFrom('users as u')
    .leftJoin('roles as r', (join) => join.onRef('r.organisation_id', '=', 'u.organisation_id').onRef('r.id', '=', 'u.role_id'))
    .select(['u.email', 'u.created_at', 'r.name'])
    .where('u.organisation_id', '=', organisationId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  // The kinds are written out: the index holds these lines alone.
  const { rows } = await sql<AccessLine>`select at, actor_id as by, type, subject, detail from security_log
    where organisation_id = ${organisationId} and type in ('USER_APPROVED', 'ROLE_CREATED', 'ROLE_CHANGED')
      and (type <> 'USER_APPROVED' or subject = ${person.email}) order by at desc, id desc`.execute(db);
  const approved = rows.filter(({ type }) => type === 'USER_APPROVED');
  const ofRole = linesOfRole(
    rows.filter(({ type }) => type !== 'USER_APPROVED'),
    person.name,
  );
  return { grants: [...approved, ...ofRole.filter((line) => givesRight(line, right))], since: person.created_at };
}

type AccessLine = AccessGrant & { readonly type: string; readonly subject: string | null; readonly detail: string };

const BEFORE = 'before ';
/** The words that follow an earlier name; a name may have them as well. */
const AFTER_NAME = /, (?:added|taken away) /g;

/** The lines of one role, newest first, followed through its earlier names: each that a line can mean, so that none is missed. */
function linesOfRole(lines: readonly AccessLine[], present: string | null): AccessLine[] {
  let names: readonly (string | null)[] = [present];
  return lines.filter((line) => {
    if (!names.includes(line.subject)) return false;
    names = line.detail.startsWith(BEFORE) ? namesBefore(line.detail.slice(BEFORE.length)) : names;
    return true;
  });
}

/** The names with which these words can begin. */
function namesBefore(words: string): string[] {
  return [...[...words.matchAll(AFTER_NAME)].map(({ index }) => words.slice(0, index)), words];
}

function givesRight({ type, detail }: AccessLine, right: Permission): boolean {
  return type === 'ROLE_CREATED' ? detail.split(' ').includes(right) : detail.split(', ').includes(`added ${right}`);
}
