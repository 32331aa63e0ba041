import { caseWords } from '#domain/cases/state-words.ts';
import { isHiddenEvent } from '#domain/cases/timeline.ts';
import { understandingOf } from '#domain/library/understanding.ts';
import { Refused } from '#server/api-error.ts';
import { wrongPatientVersions, type ConsentRow } from '#server/data/consents/consents.ts';
import { filesOfVersion } from '#server/data/documents/documents.ts';
import type { Deps } from '#server/deps.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { checkCase } from '#server/work/integrity/check-case.ts';
import { auditDocument } from '#server/work/documents/content/audit-document.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';

/**
 * The audit file of a version as of now.
 *
 * @param of - `readsHidden`: whether the reader may read about forms of another patient; `readsAnswers`: whether they may read how the
 *   questions of understanding were answered
 */
export async function auditFile(
  source: DocumentSource,
  { consent, readsHidden, readsAnswers }: { consent: ConsentRow; readsHidden: boolean; readsAnswers: boolean },
  deps: Deps,
): Promise<PdfDocument> {
  const { organisation_id: organisationId, id, case_id: caseId } = consent;
  const { db } = deps.database;
  const [checked, files, wrongPatient] = await Promise.all([
    checkCase(deps, { organisationId, caseId }),
    filesOfVersion(db, { organisationId, id }),
    wrongPatientVersions(db, organisationId, [caseId]),
  ]);
  if (checked === undefined) throw new Refused('NOT_FOUND');
  return auditDocument(source, {
    at: new Date(deps.clock()).toISOString(),
    state: stateWords(source, consent),
    checked,
    events: readsHidden ? checked.events : checked.events.filter((event) => !isHiddenEvent(event, wrongPatient)),
    files,
    understanding: readsAnswers ? understandingOf(checked.events, id) : [],
  });
}

// Whether it has to be confirmed on the day changes by the day, and is no part of a file.
function stateWords({ recipients }: DocumentSource, { status, seal_state, active_tab }: ConsentRow): string {
  const waiting = recipients.filter(({ state }) => state !== 'SIGNED' && state !== 'DECLINED' && state !== 'EXPIRED');
  return caseWords({
    status,
    sealState: seal_state,
    confirmState: 'NOT_REQUIRED',
    activeTab: active_tab,
    waitingFor: waiting.map(({ role }) => role),
  }).words;
}
