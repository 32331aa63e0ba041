import { isFullShown } from '#domain/consents/digest.ts';
import { disagreementLines, RECORDED_BY_WORDS } from '#domain/family/family-words.ts';
import { composed } from '#domain/values/composed.ts';
import type { DocumentSource } from './document-source.ts';

type Row = readonly [term: string, text: string];

/**
 * The facts of page 1 about adults who differed: how it was settled before the form was sent, where the author is not pinned, and while it
 * was out.
 */
export function settledRows({
  pinned,
  recorded,
  settled,
  timeZone,
}: Pick<DocumentSource, 'pinned' | 'recorded' | 'settled' | 'timeZone'>): Row[] {
  const sent = isFullShown(pinned) ? (pinned.family?.disagreement ?? null) : null;
  const author = recorded === null ? {} : { recordedBy: recorded.recordedBy, at: recorded.at };
  return [
    ...(sent === null ? [] : outcomeRows({ ...sent, ...author }, timeZone)),
    ...(settled === null ? [] : outcomeRows(settled, timeZone)),
  ];
}

/** The outcome with its author in one line, and the reason. */
function outcomeRows(outcome: Parameters<typeof disagreementLines>[0], zone: string): Row[] {
  const lines = disagreementLines(outcome, zone);
  const author = lines.find(({ label }) => label === RECORDED_BY_WORDS);
  return lines
    .filter((line) => line !== author)
    .map(({ label, text }, at): Row => {
      return [label, at > 0 || author === undefined ? text : composed`${text}. ${RECORDED_BY_WORDS} ${author.text}`];
    });
}
