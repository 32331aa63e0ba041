import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { INTEGRITY_FAULTS } from '#domain/integrity/integrity-faults.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { insertSecurityEvent, hasSecurityEvent, securityChainOf } from '#server/data/accounts/security-log.ts';
import { accessChainOf } from '#server/data/audit/access-log.ts';
import { historyOf } from '#server/data/patients/patient-changes.ts';
import { timelineOf } from '#server/data/cases/timeline.ts';
import { refreshDerived } from '#server/data/sync/refresh-derived.ts';
import { recordResult } from '#server/data/backup/server-state.ts';
import type { Deps } from '#server/deps.ts';
import { setGauge } from '#server/http/metrics.ts';
import { fileKey, type HeadsFile } from '#server/outside/heads-file.ts';
import { changedHeads } from './changed-heads.ts';
import { checkAll, type Checked, type Finding } from './check-all.ts';
import { finishRecordingRows } from './record-rows.ts';
import { fillSealLeaves, sealCheck } from './seal-leaves.ts';
import { tellUnseenLetters } from './tell-unseen-letters.ts';

type Checking = Pick<Deps, 'database' | 'chainKey' | 'clock' | 'newId' | 'log' | 'sealer'>;
/** Stops the daily check; waits for the case that is being checked. */
export type DailyCheck = { stop(): Promise<void> };

/** Between the start and the first check, ms: the first minute belongs to the people who wait for the start [choice]. */
const FIRST_AFTER = MINUTE;

/** Checks everything once a day, at the first full hour after midnight UTC at which the server runs, and files the ends of chains each hour. */
export function checkDaily(deps: Checking, file: HeadsFile): DailyCheck {
  const state = { isStopped: false, checkedOn: '', rounds: 0, altered: new Set<string>() };
  let running: Promise<unknown> = Promise.resolve();
  const checkOncePerDay = async (): Promise<void> => {
    const today = new Date(deps.clock()).toISOString().slice(0, 10);
    if (state.isStopped) return;
    // In the round after the first too: servers of the build before may have written until the last of them stopped.
    state.rounds += 1;
    if (state.rounds <= 2 || state.checkedOn !== today) await refreshSearches(deps, () => state.isStopped);
    await finishRecordingRows(deps, file, () => state.isStopped);
    await fillSealLeaves(deps, () => state.isStopped);
    if (state.isStopped || state.checkedOn === today) return;
    const { findings } = await checkAndFile(deps, file, () => state.isStopped);
    state.altered = alteredIn(findings);
    state.checkedOn = today;
  };
  const round = () => {
    running = running
      .then(checkOncePerDay)
      .then(async () => (state.isStopped ? undefined : fileEnds(deps, file, state.altered)))
      .catch((error: unknown) =>
        deps.log.error('the stored records could not be checked', { error: error instanceof Error ? error.name : typeof error }),
      );
  };
  const first = setTimeout(round, FIRST_AFTER);
  const timer = setInterval(round, HOUR);
  return {
    stop: async () => {
      state.isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

/** Makes good what an earlier build wrote of searches, so that it is found, and no check takes it for altered. */
async function refreshSearches({ database, log }: Checking, isStopped: () => boolean): Promise<void> {
  const written = await refreshDerived(database.db, isStopped);
  if (written > 0) log.info('texts of searches were worked out anew', { detail: `${written} rows` });
}

/** Checks everything, says what it found in the log, the metrics and the security log, and files the ends of the unaltered chains. */
export async function checkAndFile(deps: Checking, file: HeadsFile, isStopped: () => boolean = () => false): Promise<Checked> {
  const filed = await file.read();
  const checked = await checkAll(deps, { filed, isStopped, isSealed: await sealCheck(deps) });
  if (isStopped()) return checked;
  const now = new Date(deps.clock()).toISOString();
  if (filed === undefined) deps.log.error('the file of heads is missing: DATA_DIR/chain/heads.jsonl');
  if (filed?.isWhole === false) deps.log.error('the file of heads was altered: DATA_DIR/chain/heads.jsonl');
  for (const finding of checked.findings) await report(deps, finding);
  await tellUnseenLetters(deps, checked.unseen);
  const findings = checked.findings.length + (filed?.isWhole === true ? 0 : 1);
  await recordResult(deps.database.db, 'lastIntegrityCheck', { at: now, findings });
  setGauge('assent_integrity_findings', 'Findings of the last check of the stored records.', findings);
  setGauge(
    'assent_integrity_checked_timestamp_seconds',
    'When the stored records were last checked.',
    Math.floor(deps.clock() / 1000),
  );
  deps.log.info('the stored records were checked', {
    detail: `${checked.cases} cases, ${checked.documents} documents, ${checked.findings.length} findings`,
  });
  if (filed?.newestAt?.slice(0, 10) !== now.slice(0, 10))
    await file.append(now, await changedHeads(deps, { heads: filed?.heads ?? new Map(), altered: alteredIn(checked.findings) }));
  return checked;
}

/**
 * Files the ends that came since the last line, so that a case that was made and taken away within a day is missed. A file that is missing or was
 * altered stays as it is: the check tells of it.
 */
export async function fileEnds(
  deps: Pick<Checking, 'database' | 'chainKey' | 'clock'>,
  file: HeadsFile,
  altered: ReadonlySet<string>,
): Promise<number> {
  const filed = await file.read();
  if (filed?.isWhole !== true) return 0;
  const heads = await changedHeads(deps, { heads: filed.heads, altered });
  if (heads.length > 0) await file.append(new Date(deps.clock()).toISOString(), heads);
  return heads.length;
}

async function report(deps: Checking, { fault, organisationId, subject }: Finding): Promise<void> {
  const { db } = deps.database;
  deps.log.error('a stored record was altered', { error: fault, detail: subject });
  const all = (await db.selectFrom('organisations').select('id').execute()).map(({ id }) => id);
  // A forged row may name an organisation that there is none of.
  const isOfOne = organisationId !== undefined && all.includes(organisationId);
  const organisations = isOfOne ? [organisationId] : all.filter((id) => id !== HOLDING_ORGANISATION);
  const since = new Date(deps.clock() - DAY / 2).toISOString();
  for (const each of organisations) {
    const entry = { organisationId: each, type: 'RECORD_ALTERED', subject, detail: INTEGRITY_FAULTS[fault] } as const;
    if (!(await hasSecurityEvent(db, entry, since))) await insertSecurityEvent(db, deps, entry);
  }
}

function alteredIn(findings: readonly Finding[]): Set<string> {
  const keys = findings.flatMap(({ fault, organisationId, subject }) => {
    if (organisationId === undefined) return [];
    if (fault.startsWith('ROW_')) return [fileKey({ organisation_id: organisationId, chain: 'ROW', id: subject })];
    const [kind, id = ''] = subject.split(' ');
    if (kind === 'case') return [fileKey(timelineOf(organisationId, id))];
    if (kind === 'access') return [fileKey(accessChainOf(organisationId, id))];
    return [fileKey(kind === 'patient' ? historyOf(organisationId, id) : securityChainOf(organisationId))];
  });
  return new Set(keys);
}
