import type { Missing } from '#domain/completeness.ts';
import { contentOf, hasAllWords, missingHere } from './consent-content.ts';
import type { KeptConsent } from './kept.ts';
import { readLibrary } from './library-here.ts';
import { readPatient } from './patients.ts';
import { clinicianOf, hasBothSigners, pinContent, type Pinned } from './pinned.ts';
import { readProfile } from './profile.ts';
import type { Store } from './store.ts';

/** What became of a wish to pin a draft on this device. */
export type PinnedHere =
  | { readonly kind: 'pinned'; readonly pinned: Pinned }
  /** not whole: the server would refuse it in these words */
  | { readonly kind: 'missing'; readonly missing: readonly Missing[] }
  /** patient, template, person or a procedure's words are not on this device: only the server can pin it */
  | { readonly kind: 'notHere' };

/** Pins a draft as the server will when it hears of it; nothing is kept yet. */
export async function pinHere(store: Store, kept: KeptConsent): Promise<PinnedHere> {
  const [library, patient, user] = await Promise.all([
    readLibrary(store),
    readPatient(store, kept.patientID),
    readProfile(store),
  ]);
  const content = contentOf(kept, library);
  const template = content.templateID === null ? undefined : library.template(content.templateID);
  if (patient === null || user === null || !hasAllWords(kept, library)) return { kind: 'notHere' };
  const missing = missingHere(content, patient.patient, library);
  if (missing.length > 0) return { kind: 'missing', missing };
  if (template === undefined) return { kind: 'notHere' };
  if (template.formType !== content.formType) return wrongTemplate('Choose a template of this form type');
  const clinician = clinicianOf(user, kept.server?.clinician ?? null);
  const pinned = await pinContent({ content, template, patient: patient.patient, clinician });
  if (!hasBothSigners(pinned)) return wrongTemplate('The template has no place for the patient or the clinician to sign');
  return { kind: 'pinned', pinned };
}

function wrongTemplate(message: string): PinnedHere {
  return { kind: 'missing', missing: [{ path: 'templateID', message, step: 'procedure' }] };
}
