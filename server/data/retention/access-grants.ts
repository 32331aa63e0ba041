import { sql } from 'kysely';
import type { AccessGrant } from '#domain/organisation/second-person.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { plansOf } from '#server/data/accounts/plans.ts';
import type { Db } from '#server/data/db.ts';

/** At the end of the line that changed a plan whose last day was over: the rights of all who have it came back with it, where it runs again. */
export const PLAN_HAD_ENDED = 'after it had ended';

/**
 * The lines of the security log that gave somebody a right: their account where it was approved, their role where it was made with the
 * right or got it, and the changes of their access plans, under whichever name these had then. `since`: when the account was made, ISO.
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
  const ofRole = linesOf(
    rows.filter(({ type }) => type !== 'USER_APPROVED'),
    person.name,
  ).filter((line) => givesRight(line, right));
  const ofPlans = await planGrants(db, { organisationId, userId });
  return { grants: [...approved, ...ofRole, ...ofPlans], since: person.created_at };
}

/** The changes of the access plans that somebody has; to be given one is a line of their account. */
async function planGrants(
  db: Db,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<AccessGrant[]> {
  const plans = await plansOf(db, organisationId, userId);
  if (plans.length === 0) return [];
  const { rows } = await sql<AccessLine>`select at, actor_id as by, type, subject, detail from security_log
    where organisation_id = ${organisationId} and type = 'PLAN_CHANGED' order by at desc, id desc`.execute(db);
  return plans
    .flatMap(({ name }) => linesOf(rows, name))
    .map((line) => ({ ...line, isRunningPlan: !line.detail.endsWith(PLAN_HAD_ENDED) }));
}

type AccessLine = AccessGrant & { readonly type: string; readonly subject: string | null; readonly detail: string };

const BEFORE = 'before ';
/** The words that follow an earlier name, of a role or a plan; a name may have them as well. */
const AFTER_NAME = /, (?:added|taken away|from) /g;

/** The lines of one role or plan, newest first, followed through its earlier names: each that a line can mean, so that none is missed. */
function linesOf(lines: readonly AccessLine[], present: string | null): AccessLine[] {
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
