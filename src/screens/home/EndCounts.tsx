import { CLOSE_REASONS, CLOSE_WORDS } from '#domain/cases/case-end.ts';
import { counted } from '#domain/base/counted.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import type { CaseAmounts, CaseEnds } from './case-counts.ts';

/** The numbers of what waits, as far as the server counts them: one of a build before counts fewer. */
function waiting({ due, notReadyListed, openQuestions, wantsToTalk }: CaseAmounts) {
  const counts = [
    { term: 'To confirm on the day', count: due },
    { term: 'Listed soon, not ready', count: notReadyListed },
    { term: 'With an open question', count: openQuestions ?? 0 },
    { term: 'With a choice to talk about', count: wantsToTalk },
  ];
  return counts.flatMap(({ term, count }) => (count === undefined ? [] : [{ term, value: String(count) }]));
}

/** The numbers of cases beside their states: what waits, and how cases have ended. None of them is part of the total. */
export function EndCounts({ amounts, ends }: { readonly amounts: CaseAmounts; readonly ends: CaseEnds }) {
  const { withoutConsent, confirmedOnDay, medianDays, closedBy } = ends;
  const closed = CLOSE_REASONS.filter((reason) => closedBy[reason] > 0);
  return (
    <Panel title="Beside the states">
      <DefinitionList
        items={[
          { term: 'Consent lapsed', value: String(amounts.lapsed ?? 0) },
          ...waiting(amounts),
          { term: 'Operation done', value: String(amounts.done ?? 0) },
          {
            term: 'Of these without a consent in force',
            value: withoutConsent === 0 ? '0' : <StateChip tone="stop">{String(withoutConsent)}</StateChip>,
          },
          { term: 'Of these confirmed on the day', value: String(confirmedOnDay) },
          { term: 'From signing to operation', value: medianDays === null ? '–' : `${counted(medianDays, 'day')}, the median` },
          { term: 'Not going ahead', value: String(amounts.closed ?? 0) },
          ...closed.map((reason) => ({ term: CLOSE_WORDS[reason], value: String(closedBy[reason]) })),
        ]}
      />
    </Panel>
  );
}
