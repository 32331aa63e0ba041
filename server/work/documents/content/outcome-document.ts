import { isParent } from '#domain/forms/signer-roles.ts';
import { composedList } from '#domain/values/composed.ts';
import { isOrderDecision, type CourtOrder } from '#domain/family/court-order.ts';
import { OUTCOMES } from '#domain/family/family.ts';
import { disagreementLines } from '#domain/family/family-words.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { actorWords, addendumDocument, detailText, saidAt, timeLines, type Addendum } from './addendum-document.ts';
import { factBlocks, heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/**
 * The addendum of one settled disagreement: who did not agree, what was recorded, why, by whom and when, and the sealed form that it
 * belongs to. The disagreement was recorded while the form was out.
 */
export function outcomeDocument(source: DocumentSource, addendum: Addendum): PdfDocument {
  const { event } = addendum;
  return addendumDocument(source, addendum, {
    kind: 'OUTCOME',
    title: 'Outcome of a disagreement',
    state: 'Settled',
    why: composedList(
      decisionLines(event, source.timeZone).map(({ text }) => text),
      '. ',
    ),
    happened: { term: 'Settled at', at: saidAt(event) },
    blocks: [
      ...refusalBlocks(source, event),
      heading('What was decided'),
      ...factBlocks(decisionLines(event, source.timeZone)),
      heading('Recorded by'),
      ...factBlocks(authorLines(event, source.timeZone)),
    ],
  });
}

/** The adults who did not agree before it was settled, with their words. */
function refusalBlocks({ events, consentId, timeZone, pinned }: DocumentSource, { id }: TimelineEvent): PdfBlock[] {
  const before = events.slice(
    0,
    events.findIndex((each) => each.id === id),
  );
  const own = before.filter(({ versionId }) => versionId === consentId);
  const refusals = own
    .slice(own.findLastIndex(({ type }) => type === 'RECALLED') + 1)
    .filter(({ type, detail }) => type === 'DECLINED' && isParent(detail['role']));
  if (refusals.length === 0) return [];
  const lines = refusals.map((event) => {
    const { actor, detail } = event;
    const name = pinned.recipients.find(({ order }) => order === detail['order'])?.name ?? actor.name;
    const words = [detailText(detail['reason']), detailText(detail['comments'])].filter((each) => each !== '');
    return { label: name, text: [`Did not agree, ${exactTime(saidAt(event), timeZone)}`, ...words].join('\n') };
  });
  return [
    heading('Who did not agree'),
    paragraph('This was said while the form was out, before it was signed by all who had to sign.'),
    ...factBlocks(lines),
  ];
}

function decisionLines({ detail }: TimelineEvent, zone: string) {
  const outcome = OUTCOMES.find((each) => each === detail['outcome']);
  if (outcome === undefined) return [];
  const lines = disagreementLines({ outcome, note: detailText(detail['note']), courtOrder: courtOrderOf(detail) }, zone);
  return lines.filter(({ text }) => text !== '');
}

function courtOrderOf(detail: TimelineEvent['detail']): CourtOrder | null {
  const court = detailText(detail['court']);
  if (court === '') return null;
  const decision = detail['courtDecision'];
  return {
    court,
    number: detailText(detail['orderNumber']),
    date: detailText(detail['orderDate']) || null,
    decision: isOrderDecision(decision) ? decision : null,
  };
}

function authorLines(event: TimelineEvent, timeZone: string) {
  return [{ label: 'Name', text: actorWords(event) }, ...timeLines(event, timeZone)];
}
