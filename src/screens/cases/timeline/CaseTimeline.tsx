import { counted } from '#domain/base/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { eventClockWords } from '#domain/base/device-clock.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { authorWords, eventAuthors, type CaseSigner } from '#domain/cases/event-author.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { recordTimelineOptions } from '#src/queries/records.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Timeline } from '#src/ui/clinical/Timeline.tsx';
import styles from '../cases.module.css';
import { isDeviceTimeApart, timelineLines, type TimelineLine } from './timeline-words.ts';

type Props = {
  readonly recordID: string;
  readonly events: readonly TimelineEvent[];
  /** of all versions of the case */
  readonly signers: readonly CaseSigner[];
  readonly timeZone: string;
};

/** The events of this case, newest first, in the server's time, and whether the hash chain is unbroken. */
export function CaseTimeline({ recordID, events, signers, timeZone }: Props) {
  const authorOf = eventAuthors(events, signers);
  const items = timelineLines(events).map((line) => ({
    id: line.event.id,
    title: line.title,
    when: longTime(line.event.at, timeZone),
    who: authorWords(authorOf(line.event)) || undefined,
    tone: line.tone,
    detail: <Detail line={line} timeZone={timeZone} />,
  }));
  return (
    <Panel title="Timeline" actions={<Chain recordID={recordID} length={events.filter(({ hash }) => hash !== '').length} />}>
      <Timeline label="What happened, newest first" items={items} />
    </Panel>
  );
}

function Detail({ line: { event, details, technical }, timeZone }: { readonly line: TimelineLine; readonly timeZone: string }) {
  const clock = eventClockWords(event);
  return (
    <>
      {event.hash === '' && <p>On this tablet, waiting to send</p>}
      {event.deviceAt !== null && isDeviceTimeApart(event) && <p>On the tablet: {longTime(event.deviceAt, timeZone)}</p>}
      {clock !== null && <p>{clock}</p>}
      {details.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {technical.length > 0 && (
        <details>
          <summary>Technical details</summary>
          {technical.map((words) => (
            <p key={words} className={styles.hash}>
              {words}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

/** The server verifies the chain again whenever the case has grown. */
function Chain({ recordID, length }: { readonly recordID: string; readonly length: number }) {
  const { data, isError } = useQuery({ ...recordTimelineOptions(recordID, length), enabled: length > 0 });
  // Only the server can verify it.
  if (length === 0 || (data === undefined && isError)) return null;
  if (data === undefined) return <span className={styles.small}>Checking…</span>;
  const { ok, length: walked } = data.chain;
  return ok ? (
    <StateChip tone="ok">Unbroken, {counted(walked, 'event')}</StateChip>
  ) : (
    <StateChip tone="stop">Broken: this record has been altered</StateChip>
  );
}
