import { monthAt } from '#domain/values/plain-date.ts';
import { statfs } from 'node:fs/promises';
import * as v from 'valibot';
import { IntegrityResult, LastBackup, type ServerStatus } from '#contract/status.ts';
import { BUILD } from '#domain/base/build.ts';
import { LIMITED_CHANNELS, monthlyMost, shareReached } from '#domain/organisation/month-limits.ts';
import { organisationById, setupOf } from '#server/data/accounts/organisations.ts';
import { messageSettingsOf, usedInMonth } from '#server/data/notifications/message-settings.ts';
import type { Db } from '#server/data/db.ts';
import { latestMigration } from '#server/data/migrations/index.ts';
import { databaseState, tabletStates, waitingJobs } from '#server/data/backup/server-state.ts';
import type { Deps } from '#server/deps.ts';
import { wasDiskFull } from '#server/http/full-disk.ts';
import { oldestBuildOf } from '#server/http/oldest-build.ts';
import { sealStopped } from './seal-stopped.ts';
import { jobErrorWords } from './error-words.ts';

/** The most tablets that are shown [choice]. */
const TABLETS_MOST = 20;

type Reading = Pick<Deps, 'clock' | 'database' | 'dataDir' | 'sealer' | 'settings'>;

/** The state of the server, and of the work of an administrator's organisation. */
export async function serverState(db: Db, organisationId: string, deps: Reading): Promise<ServerStatus> {
  const { recorded, bytes, now } = await databaseState(db);
  const clockSkew = deps.clock() - now;
  const jobs = await waitingJobs(db, organisationId);
  const tablets = await tabletStates(db, organisationId, TABLETS_MOST);
  return {
    version: BUILD,
    oldestBuild: oldestBuildOf(deps.settings),
    schema: latestMigration,
    database: { kind: deps.database.kind, bytes },
    disk: await diskOf(deps.dataDir),
    clockSkew,
    seal: sealState(deps),
    stamps: { state: deps.sealer.stamps, hasRevocationList: await deps.sealer.hasRevocationList() },
    messages: await messageStateOf(db, organisationId, deps),
    setup: setupOf(await organisationById(db, organisationId)),
    integrity: readRecorded(IntegrityResult, recorded.get('lastIntegrityCheck')),
    backup: readRecorded(LastBackup, recorded.get('lastBackup')),
    jobs: jobs.map(({ kind, waiting, oldest, failing, error }) => ({
      kind,
      waiting,
      oldest,
      failing,
      lastError: error === null ? null : jobErrorWords(kind, error),
    })),
    tablets: tablets.map(({ id, name, label, last_used_at, unsent, build }) => ({
      id,
      name,
      label,
      lastUsedAt: last_used_at,
      unsent,
      build,
    })),
    tabletCount: tablets[0]?.total ?? 0,
  };
}

/** The channels that wait, and those whose month is nearly used. */
async function messageStateOf(
  db: Db,
  organisationId: string,
  deps: Pick<Reading, 'clock' | 'settings'>,
): Promise<ServerStatus['messages']> {
  const row = await messageSettingsOf(db, organisationId);
  if (row === undefined) return { paused: [], used: [] };
  const used = await usedInMonth(db, organisationId, monthAt(deps.clock(), deps.settings.timeZone));
  return {
    paused: [...row.paused],
    used: LIMITED_CHANNELS.flatMap((channel) => {
      const share = shareReached(channel === 'SMS' ? used.smsParts : used.letters, monthlyMost(row.settings, channel));
      return share === null ? [] : [{ channel, percent: share }];
    }),
  };
}

function sealState({ sealer, settings }: Reading): ServerStatus['seal'] {
  const { endsAt, isSelfSigned } = sealer;
  return {
    endsAt: new Date(endsAt).toISOString(),
    isSelfSigned,
    stopped: sealStopped(sealer.fault(), settings.timeZone),
    refused: sealer.refused() ?? null,
  };
}

/** A value of another shape, as another version may have written it, counts as absent. */
function readRecorded<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | null {
  const checked = v.safeParse(schema, value);
  return checked.success ? checked.output : null;
}

/** Room on the disk of the data folder, bytes; null where the system does not tell. None where something could not be saved a short while ago. */
async function diskOf(folder: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: wasDiskFull() ? 0 : bavail * bsize, total: blocks * bsize };
  } catch {
    return wasDiskFull() ? { free: 0, total: 0 } : null;
  }
}
