import type { AccessAct } from '#domain/audit/access-log.ts';
import { canonical } from '#domain/base/canonical.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { sql, type Kysely, type Selectable } from 'kysely';
import { laterTime, sealedHead, type ChainKey, type ChainRef } from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type AccessRow = Selectable<Tables['access_log']>;

/** The record that a line is about, by whichever id the call has. */
export type AccessSubject = { patient: string } | { case: string } | { consent: string } | { attachment: string };

/** A new line of the access log; `user` is null for a document that was fetched by its short-lived address. */
export type NewAccess = {
  organisationId: string;
  act: AccessAct;
  call: string;
  user: { id: string; name: string; role: string } | null;
  /** absent for a list */
  subject?: AccessSubject | undefined;
  deviceId: string | null;
  /** network address of the caller */
  address: string;
  why?: string | undefined;
  detail?: string | undefined;
};

/** The access log of this server. */
export type AccessLog = {
  /** Writes lines and resolves once they are committed. Lines that are added meanwhile by others share one statement. */
  add(lines: readonly NewAccess[]): Promise<void>;
};

type Writing = { db: Kysely<Tables>; chainKey: ChainKey; newId: () => string; clock: () => number };
type Waiting = { readonly lines: readonly NewAccess[]; readonly resolve: () => void; readonly reject: (error: unknown) => void };
type Chain = { readonly id: string; readonly day: string; readonly seq: number; readonly hash: string; readonly at: string };

/** Lines of one statement [choice]. */
const ACCESS_LINES_AT_ONCE = 500;

/**
 * Opens the log for one server. It writes one chain for each organisation and day, that nobody else writes: its end is known here, so
 * a line waits for no lock of another server, and whatever is added while a statement runs goes into the next one. A statement that
 * failed may have been committed: the next line begins a new chain.
 */
export function openAccessLog(writing: Writing): AccessLog {
  const chains = new Map<string, Chain>();
  let waiting: Waiting[] = [];
  let isRunning = false;
  return {
    add: async (lines) => {
      if (lines.length === 0) return;
      await new Promise<void>((resolve, reject) => {
        waiting.push({ lines, resolve, reject });
        if (!isRunning) void run();
      });
    },
  };

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = nextBatch();
      try {
        await writeLines(
          batch.flatMap(({ lines }) => lines),
          { ...writing, chains },
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { lines } of batch) for (const { organisationId } of lines) chains.delete(organisationId);
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  function nextBatch(): Waiting[] {
    let count = 0;
    const end = waiting.findIndex(({ lines }, at) => (count += lines.length) > ACCESS_LINES_AT_ONCE && at > 0);
    const batch = end === -1 ? waiting : waiting.slice(0, end);
    waiting = end === -1 ? [] : waiting.slice(end);
    return batch;
  }
}

async function writeLines(
  lines: readonly NewAccess[],
  { db, chainKey, newId, clock, chains }: Writing & { chains: Map<string, Chain> },
): Promise<void> {
  const found = await recordsOf(db, lines);
  const rows: AccessRow[] = [];
  const ends = new Map<string, Chain>();
  for (const [nth, line] of lines.entries()) {
    const now = new Date(clock()).toISOString();
    const before = ends.get(line.organisationId) ?? chains.get(line.organisationId);
    const at = laterTime(now, before?.at);
    const day = at.slice(0, 10);
    const chain = before?.day === day ? before : { id: newId(), day, seq: 0, hash: CHAIN_START, at };
    const unsealed = {
      organisation_id: line.organisationId,
      chain_id: chain.id,
      seq: chain.seq + 1,
      id: newId(),
      at,
      act: line.act,
      call: line.call,
      user_id: line.user?.id ?? null,
      actor: line.user?.name ?? null,
      role: line.user?.role ?? '',
      patient_id: found[nth]?.patientId ?? null,
      case_id: found[nth]?.caseId ?? null,
      device_id: line.deviceId,
      address: line.address,
      why: line.why ?? '',
      detail: line.detail ?? '',
      prev_hash: chain.hash,
    };
    const hash = accessHash(chainKey, unsealed);
    rows.push({ ...unsealed, hash });
    ends.set(line.organisationId, { id: chain.id, day, seq: unsealed.seq, hash, at });
  }
  // A day that ends within the batch has an end of its own.
  const last = new Map(rows.map((row) => [row.chain_id, row]));
  const heads = [...last.values()].map(({ organisation_id, chain_id, seq, hash, at }) =>
    sealedHead(chainKey, { ...accessChainOf(organisation_id, chain_id), length: seq, head: hash, at, recorded: {} }),
  );
  // One statement: lines and ends are written both or neither.
  await sql`with ended as (
      insert into chain_heads (organisation_id, chain, id, length, head, at, recorded, mac)
      select organisation_id, chain, id, length, head, at, recorded, mac from jsonb_populate_recordset(null::chain_heads, ${json(heads)})
      on conflict (organisation_id, chain, id) do update set length = excluded.length, head = excluded.head, at = excluded.at,
        recorded = excluded.recorded, mac = excluded.mac)
    insert into access_log select * from jsonb_populate_recordset(null::access_log, ${json(rows)})`.execute(db);
  for (const [organisationId, chain] of ends) chains.set(organisationId, chain);
}

/** One part of the access log among the chains. */
export function accessChainOf(organisationId: string, chainId: string): ChainRef {
  return { organisation_id: organisationId, chain: 'ACCESS', id: chainId };
}

/** The hash of a line: HMAC under the server's key over the canonical JSON of everything else in it. */
export function accessHash(key: ChainKey, line: Omit<AccessRow, 'hash'>): string {
  return key.mac(canonical(line));
}

type Found = { patientId: string | null; caseId: string | null };

/** The patient and the case of each line, in one statement where any line names less than a patient. */
async function recordsOf(db: Db, lines: readonly NewAccess[]): Promise<Found[]> {
  const named = lines.map(({ organisationId, subject }, nth) => {
    const [kind, id] = Object.entries(subject ?? {})[0] ?? [];
    return { nth, organisation_id: organisationId, kind: kind ?? '', id: id ?? null };
  });
  const unknown = named.filter(({ kind }) => kind !== '' && kind !== 'patient');
  const found = named.map(({ kind, id }): Found => ({ patientId: kind === 'patient' ? id : null, caseId: null }));
  if (unknown.length === 0) return found;
  const { rows } = await sql<Found & { nth: number }>`
    select w.nth, c.id as "caseId", c.patient_id as "patientId"
    from jsonb_to_recordset(${json(unknown)}) as w(nth integer, organisation_id uuid, kind text, id uuid)
      cross join lateral (select x.id, x.patient_id from cases x where x.organisation_id = w.organisation_id and x.id = case w.kind
        when 'case' then w.id
        when 'consent' then (select v.case_id from consents v where v.organisation_id = w.organisation_id and v.id = w.id)
        when 'attachment' then (select f.case_id from referral_attachments f where f.organisation_id = w.organisation_id and f.id = w.id)
        end limit 1) as c`.execute(db);
  for (const { nth, caseId, patientId } of rows) found[nth] = { caseId, patientId };
  return found;
}

/** The next lines of one chain in their order, a few thousand at a time. */
export async function accessAfter(
  db: Db,
  { organisation_id, id }: Pick<ChainRef, 'organisation_id' | 'id'>,
  { after, until }: { after: number; until: number },
): Promise<AccessRow[]> {
  return db
    .selectFrom('access_log')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('chain_id', '=', id)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(5000)
    .execute();
}

/** The chains with lines since a time, ISO, of which no end is recorded. */
export async function unrecordedChains(db: Db, organisationId: string, since: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.chain_id as id from access_log l where l.organisation_id = ${organisationId} and l.at >= ${since}
      and not exists (select from chain_heads h where h.organisation_id = l.organisation_id and h.chain = 'ACCESS' and h.id = l.chain_id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
