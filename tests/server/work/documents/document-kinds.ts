import { FORM_TYPES } from '#domain/forms/form-types.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { blankForm } from '#server/work/documents/blank/blank-form.ts';
import { auditDocument } from '#server/work/documents/content/audit-document.ts';
import { checkedScanDocument } from '#server/work/documents/content/checked-scan-document.ts';
import { confirmationDocument } from '#server/work/documents/content/confirmation-document.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { outcomeDocument } from '#server/work/documents/content/outcome-document.ts';
import { preSignedDocument } from '#server/work/documents/content/pre-signed-document.ts';
import { previewDocument } from '#server/work/documents/content/preview-document.ts';
import { refusalDocument } from '#server/work/documents/content/refusal-document.ts';
import { beforeSigning } from '#server/work/documents/content/unsigned-source.ts';
import { viewingCopyDocument } from '#server/work/documents/content/viewing-copy-document.ts';
import { buildJpeg } from '#tests/server/outside/scan/build-picture.ts';
import { documentSource, type FormParts } from '#tests/support/forms/document-form.ts';
import { declinedForm, isDecided, settledForm } from '#tests/support/forms/ended-forms.ts';
import { plainForm } from '#tests/support/forms/plain-form.ts';
import { demoTexts, translatedTemplate } from '#tests/support/forms/translations.ts';

const AT = '2026-08-06T14:05:00.000Z';
/** The pages of a scan: one upright, one that lies. */
const SCAN_PAGES = [
  { jpeg: buildJpeg(120, 160), width: 120, height: 160 },
  { jpeg: buildJpeg(160, 120), width: 160, height: 120 },
];
const SCAN = {
  sha256: 'd'.repeat(64),
  match: 'MATCHED',
  isBlank: false,
  unread: [],
  by: 'Demo Nurse',
  isConfirmed: true,
} as const;

/** Each kind of document that is drawn, of a form with anything in it; `round` counts the forms of the kind, from 0, and `parts` are those of the source. */
export const DOCUMENT_KINDS: readonly ((source: DocumentSource, round: number, parts: FormParts) => PdfDocument)[] = [
  (source) => consentDocument(source),
  (source) => refusalDocument(declinedForm(isDecided(source) ? source : plainForm('FORM_4'))),
  (source) => {
    const { source: settled, event } = settledForm(isDecided(source) ? source : plainForm('FORM_4'));
    return outcomeDocument(settled, { event, sealed: 'a'.repeat(64), sealedAt: AT });
  },
  (source) => {
    const file = { kind: 'SIGNED', madeAt: AT, sha256: 'b'.repeat(64) } as const;
    const checked = { events: source.events, faults: [] };
    const results = [{ question: 'Which eye is it?', outcome: 'SKIPPED', wrong: ['The left eye'] }] as const;
    const understanding = [{ role: 'PATIENT', name: 'Ada Demo-Oak', order: '1', at: AT, results }];
    const audited = { at: AT, state: 'Signed and sealed', checked, events: source.events, files: [file], understanding };
    return auditDocument(source, audited);
  },
  ({ letterhead, pinned, recordNumber, madeAt, recipients }) =>
    previewDocument({
      letterhead,
      patient: pinned.patient,
      age: 76,
      recordNumber,
      nodes: pinned.template.nodes,
      recipients: recipients.map(({ role, name, signing_order }) => ({ role, recipient_name: name, signing_order })),
      madeAt,
    }),
  (source) => preSignedDocument(beforeSigning(source), 'SENT'),
  (source) => paperDocument(beforeSigning(source), new Map()),
  (source) => confirmationDocument(source, { event: confirmed(source), sealed: 'a'.repeat(64), sealedAt: AT }),
  (_, round) => blankForm(FORM_TYPES[round % FORM_TYPES.length] ?? 'FORM_1'),
  (_, round, parts) => consentDocument(translated(parts, PATIENT_LANGUAGES[round % PATIENT_LANGUAGES.length] ?? 'cy')),
  (source, round) => {
    const status = (['WITHDRAWN', 'SUPERSEDED', 'VOIDED'] as const)[round % 3] ?? 'VOIDED';
    return viewingCopyDocument(source, { status, sealed: { kind: 'SIGNED', sha256: 'c'.repeat(64) } });
  },
  (source) => {
    const event = confirmed(source);
    const scan = { ...SCAN, eventId: event.id, contentDigest: source.digest, pages: SCAN_PAGES.length, at: AT };
    return checkedScanDocument(source, { scans: [{ scan, confirmed: event }], pages: SCAN_PAGES });
  },
];

/** The form with each of its texts in another language beside the English one. */
function translated(parts: FormParts, language: PatientLanguage): DocumentSource {
  const { pinned } = documentSource(parts);
  const texts = pinned.procedures.flatMap((each) => demoTexts(language, each));
  const template = translatedTemplate(language, pinned.template.nodes).data;
  return documentSource({ ...parts, translation: { language, reviewed: false, texts, template }, hasMeanings: true });
}

function confirmed({ consentId }: DocumentSource): TimelineEvent {
  const actor = { kind: 'STAFF', name: 'Demo Nurse', role: 'NURSE' } as const;
  const detail = { confirmedAt: AT, statement: 'Still yes.', typedName: 'Demo Nurse', note: 'Asked in the ward' };
  const chained = { id: '019fd764-42e5-7092-b2b2-62c217650201', prevHash: '', hash: '' };
  return { ...chained, at: AT, deviceAt: null, type: 'CONFIRMED', actor, versionId: consentId, detail };
}
