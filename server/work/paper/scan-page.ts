import type { Parsed } from '#contract/calls.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { Refused } from '#server/api-error.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { documentOf } from '#server/data/documents/documents.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { isHiddenFrom } from '#server/work/consents/hidden-version.ts';
import { intactDocument } from '#server/work/integrity/intact-document.ts';
import { noSuchPage } from './scan-faults.ts';

/**
 * One page of a stored scan as a JPEG, drawn as the pages of a checked scan are sealed: whoever reads ticks sees what will travel.
 *
 * @throws Refused NOT_FOUND without the version or for a scan that was deleted or replaced, FORBIDDEN for a version that is hidden from its
 *   reader, DOCUMENT_ALTERED for a scan that is not the one that was uploaded, INVALID for a page that it does not have, PAGE_NOT_DRAWN where
 *   it cannot be drawn
 * @throws Busy while too many pages wait to be shown
 */
export async function scanPage(
  { db, deps, address, actor }: Context<StaffActor>,
  { consentID, sha256, page }: Parsed<'recordScanPage'>,
): Promise<FileAnswer> {
  const consent = await consentById(db, caseVisibility(actor), consentID);
  if (consent === undefined) throw new Refused('NOT_FOUND');
  if (isHiddenFrom(actor, consent)) throw new Refused('FORBIDDEN');
  const scan = await documentOf(db, { organisationId: actor.organisationId, id: consentID }, 'SCAN', sha256);
  if (scan === undefined) throw new Refused('NOT_FOUND');
  const file = await intactDocument({ db, deps, address }, scan);
  const drawn = await deps.scans.showPage({ file, index: page - 1, look: 'COLOUR' });
  if (drawn.ok) return { file: drawn.jpeg, name: `${consentID}_scan-page-${page}.jpg`, type: FILE_TYPES.JPEG };
  if (drawn.reason === 'NO_SUCH_PAGE') throw new Refused('INVALID', { fields: [{ path: 'page', message: noSuchPage(page) }] });
  throw new Refused('PAGE_NOT_DRAWN');
}
