import { longTime } from '#domain/values/plain-date.ts';
import type { ProcedureEvent } from '#domain/library/procedure.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Timeline } from '#src/ui/clinical/Timeline.tsx';
import { moveWords } from './procedure-acts.ts';
import { FIELD_LABELS } from './procedure-merge.ts';

/** The history of a procedure: changes with author and time, newest first. */
export function ProcedureHistory({ events }: { readonly events: readonly ProcedureEvent[] }) {
  const { timeZone } = useProduct();
  if (events.length === 0) return null;
  return (
    <Panel title="History">
      <Timeline
        label="History"
        items={events.map((event, at) => ({
          id: String(at),
          title: `Version ${event.version}: ${eventWords(event)}`,
          when: longTime(event.at, timeZone),
          who: event.by.name,
          tone: event.to === 'ACTIVE' ? 'ok' : event.to === 'RETIRED' ? 'stop' : 'plain',
          detail: event.note === '' ? undefined : <p>“{event.note}”</p>,
        }))}
      />
    </Panel>
  );
}

/** An event in words: `changed Risks, Owner`. */
function eventWords({ type, fields, from, to }: ProcedureEvent): string {
  if (type === 'MOVED') return moveWords(from, to).toLowerCase();
  if (type === 'CREATED') return 'created';
  const labels: Readonly<Record<string, string>> = FIELD_LABELS;
  const named = fields.map((field) => labels[field] ?? field);
  return `changed ${named.join(', ')}`;
}
