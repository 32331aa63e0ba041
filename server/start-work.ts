import type { Database } from './data/open/connection.ts';
import { migrateAsOwner } from './data/open/as-owner.ts';
import { missingMigrations, MigrationFailed } from './data/open/migrate.ts';
import { maySwitchGuardsOff } from './data/open/ownership.ts';
import { inStartTurn } from './data/open/start-turn.ts';
import type { Tables } from './data/tables/tables.ts';
import type { Deps } from './deps.ts';
import type { Environment } from './environment.ts';
import { openChainKey, type OpenedChainKey } from './outside/chain-key.ts';
import { openHeadsFile, type HeadsFile } from './outside/heads-file.ts';
import { demoLists } from './seed/demo-lists.ts';
import { isDemo, seed, type Seeded } from './seed/seed.ts';
import { WrongSetting } from './settings.ts';
import { resealSecrets } from './work/accounts/reseal-secrets.ts';
import { fileAtOnce } from './work/integrity/file-at-once.ts';
import { bindChainKey, recordHeadsOnce } from './work/integrity/record-heads.ts';
import { recordPatientsOnce } from './work/integrity/record-patients.ts';
import { recordLeaf } from './work/integrity/seal-leaves.ts';
import { recordRowsOnce } from './work/integrity/record-rows.ts';

type Starting = Pick<Deps, 'dataDir' | 'log'> & {
  readonly database: Database<Tables>;
  /** opens the rest, which may make keys in the data folder */
  readonly openDeps: (chainKey: OpenedChainKey) => Promise<Deps>;
};
type Choices = Pick<Environment, 'databaseUrl' | 'databaseOwnerUrl' | 'migrate' | 'seed' | 'isProduction'>;
/** The parts that a server goes on with. `hasDemo`: the database holds the demo hospital. */
export type Started = { deps: Deps; headsFile: HeadsFile; seeded: Seeded; hasDemo: boolean };

/**
 * All that a start changes: tables, rights, keys, first data and recorded ends. Servers that start together on one PostgreSQL do it in turn.
 *
 * @throws MigrationFailed where migrations are left to the command and some are missing; WrongSetting for demo data in production
 */
export function doStartWork(choices: Choices, starting: Starting): Promise<Started> {
  return inStartTurn(choices.databaseUrl, () => work(choices, starting), { tell: (message) => starting.log.warn(message) });
}

async function work(choices: Choices, { database, dataDir, log, openDeps }: Starting): Promise<Started> {
  await prepareTables(database, choices);
  if (database.kind === 'postgres' && (await maySwitchGuardsOff(database.db)))
    log.warn(
      'the database role of DATABASE_URL owns the tables, so it could switch the guards of the logs off: see DATABASE_OWNER_URL',
    );
  const chainKey = await openChainKey(dataDir);
  await bindChainKey(database, chainKey);
  const deps = await openDeps(chainKey);
  const headsFile = openHeadsFile(dataDir, chainKey);
  await resealSecrets(deps);
  // Before the first rows: a new database has none from before.
  await recordRowsOnce(deps, headsFile);
  await recordLeaf(deps, deps.sealer.leaf);
  const seeded = await seed(deps, choices.seed, demoLists);
  const hasDemo = await isDemo(database.db);
  if (hasDemo && choices.isProduction)
    throw new WrongSetting(
      'This database holds the demo hospital, whose accounts have a public password: start production with an empty one.',
    );
  await recordPatientsOnce(deps);
  await recordHeadsOnce(deps, headsFile);
  fileAtOnce(deps, headsFile);
  return { deps, headsFile, seeded, hasDemo };
}

async function prepareTables(
  database: Pick<Database<Tables>, 'db' | 'kind'>,
  { migrate, databaseOwnerUrl: ownerUrl }: Choices,
): Promise<void> {
  if (migrate === 'start') return void (await migrateAsOwner(database, { ownerUrl }));
  const missing = await missingMigrations(database.db);
  if (missing.length > 0)
    throw new MigrationFailed(
      `The tables of this database are older than this version (${missing.length} migrations are missing, the first is ${missing[0]}): run "npm run database -- migrate" first, as MIGRATE=command leaves it to that.`,
    );
}
