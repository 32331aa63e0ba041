import { confirmQuestions } from '#domain/cases/confirm-answers.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { ChoiceRow, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { addendumDocument, detailText, eventTimes, type Addendum } from './addendum-document.ts';
import { heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/** The addendum of one confirmation on the day: what was asked and answered, by whom and when, and the sealed form that it belongs to. */
export function confirmationDocument(source: DocumentSource, addendum: Addendum): PdfDocument {
  const { event } = addendum;
  const { detail } = event;
  const confirmedAt = detailText(detail['confirmedAt']) || event.at;
  const note = detailText(detail['note']);
  return addendumDocument(source, addendum, {
    kind: 'CONFIRMATION',
    title: 'Confirmation on the day',
    state: 'Confirmed',
    why: CONFIRMED_HOW,
    happened: { term: 'Confirmed at', at: confirmedAt },
    blocks: [
      heading('What was asked'),
      { kind: 'choices', rows: answerRows(source, detail) },
      ...(note === '' ? [] : [heading('Note'), paragraph(note)]),
      heading('Confirmed by'),
      {
        kind: 'signature',
        label: 'Confirmation',
        role: event.actor.role,
        name: event.actor.name,
        statement: detailText(detail['statement']),
        method: CONFIRMED_HOW,
        ...eventTimes(event, source.timeZone),
        mark: { kind: 'typed', text: detailText(detail['typedName']) },
      },
    ],
    attached: { confirmedAt },
  });
}

const CONFIRMED_HOW = 'Typed name, signed in with a personal account';

/** The questions as they are asked about this form, with the answers. */
function answerRows({ pinned }: DocumentSource, detail: TimelineEvent['detail']): ChoiceRow[] {
  return confirmQuestions(pinned.formType).map(({ key, label }) => {
    const answer = detail[key];
    const words = answer === true ? 'Yes' : answer === false ? 'No' : 'Not recorded';
    return { title: label, answer: words, tone: 'plain' };
  });
}
