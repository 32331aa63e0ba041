import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { isUtf8 } from 'node:buffer';
import type { Parsed } from '#contract/calls.ts';
import { ageOn, localDate } from '#domain/values/plain-date.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { patientOfCase, presentPatient } from '#server/data/patients/patients.ts';
import type { FileAnswer } from '#server/http/send-answer.ts';
import type { Context } from '#server/http/serve.ts';
import { htmlRefusal, nodesOfHtml } from '#server/work/documents/content/html-nodes.ts';
import { newLetterhead } from './letterhead.ts';
import { latinNameOf } from '#server/work/documents/content/latin-name.ts';
import { previewDocument } from '#server/work/documents/content/preview-document.ts';

type Preview = Parsed<'recordPdf'> & { organisationId: string };

/**
 * Draws a preview of HTML with the patient of a case, who the caller may see. It is stored nowhere, so that no file is recognised by it.
 *
 * @throws Refused INVALID for what is not HTML in UTF-8, or is too large
 */
export async function drawPreview(
  { organisationId, caseID, htmlString, actions }: Preview,
  { db, deps }: Pick<Context, 'db' | 'deps'>,
): Promise<FileAnswer> {
  const nodes = nodesOf(htmlString);
  const [patient, letterhead] = await Promise.all([patientOfCase(db, organisationId, caseID), newLetterhead(db, organisationId)]);
  const madeAt = deps.clock();
  const shown = shownPatientOf(presentPatient(patient));
  const document = previewDocument({
    letterhead,
    patient: shown,
    age: ageOn(shown.dateOfBirth, localDate(madeAt, deps.settings.timeZone)),
    recordNumber: shownNumber(patient.number),
    nodes,
    recipients: actions.recipients,
    madeAt,
    writing: { patientLanguage: patient.communication.language, latinNames: latinNameOf(shown, patient) },
  });
  const file = await deps.pdf.render(document);
  return { file, name: `${caseID}_preview.pdf`, type: FILE_TYPES.PDF };
}

function nodesOf(htmlString: string): TemplateNode[] {
  const bytes = Buffer.from(htmlString, 'base64');
  if (!isUtf8(bytes)) throw htmlRefusal('The HTML must be text in UTF-8');
  return nodesOfHtml(bytes.toString('utf8'));
}
