import { composed } from '#domain/values/composed.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { actorWords, detailText, saidAt } from './addendum-document.ts';
import { factBlocks, heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/**
 * The checks, after a form was sealed, that it is about its patient though the record names them otherwise: each with both identities, why,
 * by whom and when. Nothing where nobody had to look.
 */
export function identityCheckBlocks({ events, consentId, timeZone }: DocumentSource): PdfBlock[] {
  const checks = events.filter(({ type, versionId }) => type === 'IDENTITY_CHANGE_ACCEPTED' && versionId === consentId);
  if (checks.length === 0) return [];
  return [
    heading('Same person, details changed'),
    paragraph('The record named the patient otherwise than this form. It was checked that both are one person.'),
    ...checks.flatMap((event) =>
      factBlocks([
        { label: 'On the form', text: detailText(event.detail['onForm']) },
        { label: 'In the record', text: detailText(event.detail['inRecord']) },
        { label: 'Reason', text: detailText(event.detail['reason']) },
        { label: 'Checked by', text: composed`${actorWords(event)}, ${exactTime(saidAt(event), timeZone)}` },
      ]),
    ),
  ];
}
