import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ServerStatus } from '#contract/status.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { serverWarnings } from '#domain/organisation/server-warnings.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { StaleNotice } from '#src/results/StaleNotice.tsx';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { serverStateOptions, stuckWorkOptions, useRetryWork } from '#src/queries/status.ts';
import { serverNow } from '#src/device/clock.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Link } from '#src/ui/Link.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { isInOrder, oldestFailed } from './in-order.ts';
import { databaseClockWords, jobWords, sizeWords, stampWords, queueWords } from './status-words.ts';
import styles from './status.module.css';

/** The warnings that need a person, the gravest first; or that all is in order, mails and seals included. */
export function ServerWarnings() {
  const server = useQuery(serverStateOptions());
  const stuck = useQuery(stuckWorkOptions());
  const { data } = server;
  // The panels show the failure; it is not repeated here.
  if (data === undefined) return null;
  const warnings = serverWarnings(data, serverNow());
  const stale = oldestFailed([server, stuck]);
  const found = [warnings, stuck.data?.mails, stuck.data?.seals];
  if (isInOrder({ readings: [server, stuck], found }, Date.now())) return <Notice tone="ok" title="The server is in order" />;
  if (stale === undefined && warnings.length === 0) return null;
  return (
    <div className={styles.warnings}>
      {stale !== undefined && <StaleNotice query={stale} />}
      {warnings.map(({ tone, title, text }) => (
        <Notice key={title} tone={tone} title={title}>
          <p>{text}</p>
        </Notice>
      ))}
    </div>
  );
}

/** The work that waits, the tablets and the server itself. */
export function ServerPanels() {
  const { data, error, refetch } = useQuery(serverStateOptions());
  if (data === undefined)
    return error === null ? <Skeleton lines={8} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Work jobs={data.jobs} />
      <Tablets tablets={data.tablets} count={data.tabletCount} />
      <Facts {...data} />
    </>
  );
}

function Work({ jobs }: Pick<ServerStatus, 'jobs'>) {
  const { timeZone } = useProduct();
  const retry = useRetryWork();
  return (
    <Panel title="Work that waits" rows={jobs.length > 0}>
      {jobs.length === 0 && <p>Nothing waits: documents are sealed and mails are sent as they come.</p>}
      {retry.error !== null && (
        <li>
          <Notice tone="stop" live>
            <p>{failureWords(retry.error)}</p>
          </Notice>
        </li>
      )}
      {jobs.map(({ kind, waiting, oldest, failing, lastError }) => (
        <li key={kind} className={styles.row}>
          <div>
            <StrongLine>{jobWords(kind)}</StrongLine>
            <QuietLine isNumber>The oldest since {longTime(oldest, timeZone)}</QuietLine>
            {lastError !== null && <QuietLine>{lastError}</QuietLine>}
          </div>
          <StateChip tone={failing === 0 ? 'plain' : 'warn'}>{queueWords({ waiting, failing })}</StateChip>
          {failing > 0 && (
            <Button
              variant="default"
              loading={retry.isPending && retry.variables.kind === kind}
              // The server accepts the kinds that it lists.
              onClick={() => retry.mutate({ kind: kind as 'SEAL' })}
            >
              Try again now
              <span className="visually-hidden"> {jobWords(kind)}</span>
            </Button>
          )}
        </li>
      ))}
    </Panel>
  );
}

function Tablets({ tablets, count }: { readonly tablets: ServerStatus['tablets']; readonly count: number }) {
  const { timeZone } = useProduct();
  return (
    <Panel title="Tablets" rows={tablets.length > 0} actions={<Link href={paths.devices.href}>All tablets</Link>}>
      {tablets.length === 0 && <p>Nobody has signed in on a tablet yet.</p>}
      {tablets.map(({ id, name, label, lastUsedAt, unsent, build }) => (
        <li key={id} className={styles.row}>
          <div>
            <StrongLine>{label ?? name}</StrongLine>
            <QuietLine isNumber>
              Last contact {longTime(lastUsedAt, timeZone)}
              {build !== null && `, version ${build}`}
            </QuietLine>
          </div>
          <StateChip tone={unsent === 0 ? 'plain' : 'warn'}>
            {unsent === 0 ? 'Nothing to send' : `${unsent} to be sent`}
          </StateChip>
        </li>
      ))}
      {count > tablets.length && (
        <li>
          <QuietLine isNumber>{count - tablets.length} more were heard of since, with nothing to send.</QuietLine>
        </li>
      )}
    </Panel>
  );
}

function Facts({ version, oldestBuild, schema, database, disk, clockSkew, seal, stamps, integrity, backup }: ServerStatus) {
  const { timeZone } = useProduct();
  const kind = database.kind === 'embedded' ? 'Embedded' : 'PostgreSQL';
  return (
    <Panel title="Server">
      <DefinitionList
        items={[
          { term: 'Version', value: `${version}, takes the app from version ${oldestBuild} on` },
          { term: 'Database', value: `${kind}, ${sizeWords(database.bytes)}, tables ${schema}` },
          { term: 'Disk', value: disk === null ? null : `${sizeWords(disk.free)} free of ${sizeWords(disk.total)}` },
          { term: 'Clock', value: databaseClockWords(clockSkew) },
          {
            term: 'Seal certificate',
            value: `Ends ${longTime(seal.endsAt, timeZone)}${seal.isSelfSigned ? ', made by this server' : ''}`,
          },
          { term: 'Time stamps', value: stampWords(stamps) },
          {
            term: 'Last check of the records',
            value:
              integrity === null
                ? 'Not yet'
                : `${longTime(integrity.at, timeZone)}: ${integrity.findings === 0 ? 'nothing was altered' : `${integrity.findings} altered`}`,
          },
          {
            term: 'Last backup',
            value: backup === null ? 'None recorded' : `${longTime(backup.at, timeZone)}, ${sizeWords(backup.bytes)}`,
          },
        ]}
      />
    </Panel>
  );
}
