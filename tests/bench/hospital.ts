import { sql, type Kysely } from 'kysely';
import { openPostgres } from '#server/data/open/postgres.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { DEMO_PASSWORD } from '#tests/support/forms/builders.ts';
import { multiply } from '#tests/support/server/many-rows.ts';
import { startPostgres } from '#tests/support/server/postgres.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { afterAll, beforeAll } from 'vitest';

/** The demo hospital on a PostgreSQL of its own, to be filled with cases. */
export type Hospital = {
  readonly origin: string;
  /** of its database */
  readonly url: string;
  readonly db: Kysely<Tables>;
  readonly organisationId: string;
  /** Copies a draft until the hospital has so many of them, runs `then`, and has the database count its rows anew. */
  growTo(size: number, then?: () => Promise<void>): Promise<void>;
  /** Signs the demo clinician in. @returns the token */
  signIn(): Promise<string>;
  stop(): Promise<void>;
};

/** Cases of one hospital, one measurement after another. */
export const SIZES = [1_000, 10_000, 50_000];

/** One hospital for all benchmarks of a file. @returns it, once they run */
export function openHospital(): () => Hospital {
  let hospital: Hospital;
  beforeAll(async () => {
    hospital = await startHospital();
  }, 120_000);
  afterAll(() => hospital.stop());
  return () => hospital;
}

async function startHospital(): Promise<Hospital> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const server = await startServer({ data: 'empty', env: { DATABASE_URL: url, SEED: 'demo' } });
  const { db, close } = await openPostgres<Tables>({ url, limits: { statementMs: 300_000, answerMs: 360_000 } });
  const record = await db.selectFrom('cases').selectAll().where('status', '=', 'DRAFT').orderBy('id').executeTakeFirstOrThrow();
  let kept = 0;
  return {
    origin: server.origin,
    url,
    db,
    organisationId: record.organisation_id,
    growTo: async (size, then = async () => undefined) => {
      await multiply(db, record.id, size - kept, false);
      kept = size;
      await then();
      await sql`vacuum analyze`.execute(db);
    },
    signIn: async () => {
      const answer = await fetch(`${server.origin}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD }),
      });
      const { token } = (await answer.json()) as { token: string };
      return token;
    },
    stop: async () => {
      await close();
      await server.stop();
      await postgres.stop();
    },
  };
}
