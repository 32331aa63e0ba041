import type { Missing } from '#domain/forms/missing.ts';
import { NO_BLOCK_TO_SIGN } from '#domain/consents/form-signers.ts';
import { aboutPatient, contentOf, hasAllLibraryText, missingLocally } from '#store/entities/consent-content.ts';
import type { LocalConsent } from '#store/entities/types.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { ConsentContent } from '#domain/consents/consent-content.ts';
import type { Template } from '#domain/templates/library-template.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import { translationLanguageOf, translationWithMeanings } from '#domain/consents/shown-translation.ts';
import { readLibrary, type LocalLibrary } from '#store/entities/library.ts';
import { confirmClockOf, momentOfAct } from './confirm-state.ts';
import { readPatient } from './patients.ts';
import { responsibleClinician, pinContent, type Pinned } from '#store/entities/pinned.ts';
import { readProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';

/** Result of pinning a draft on this device. */
export type PinResult =
  | { readonly kind: 'pinned'; readonly pinned: Pinned }
  /** incomplete: the server would refuse it with these messages */
  | { readonly kind: 'missing'; readonly missing: readonly Missing[] }
  /** patient, template, profile or a procedure's text is not on this device: only the server can pin it */
  | { readonly kind: 'notHere' };

/** Pins a draft by the server's rules. The result is not stored yet. */
export async function pinOffline(store: Store, draft: LocalConsent): Promise<PinResult> {
  const [library, patient, user] = await Promise.all([
    readLibrary(store),
    readPatient(store, draft.patientID),
    readProfile(store),
  ]);
  const content = contentOf(draft, library);
  const template = content.templateID === null ? undefined : library.template(content.templateID);
  if (patient === null || user === null || !hasAllLibraryText(draft, library)) return { kind: 'notHere' };
  const moment = momentOfAct(confirmClockOf(store));
  const clinician = responsibleClinician(user, draft.server?.clinician ?? null);
  const missing = missingLocally(content, patient.patient, { library, ...moment, clinicianName: clinician.name });
  if (missing.length > 0) return { kind: 'missing', missing };
  if (template === undefined) return { kind: 'notHere' };
  if (template.formType !== content.formType) return wrongTemplate('Choose a template of this form type');
  const oldProcedures = draft.server?.oldProcedures ?? [];
  const { age } = aboutPatient(patient.patient, moment.today);
  const translation = translationHere(store, { content, template, library, patient: patient.patient });
  const pinning = await pinContent({ content, template, patient: patient.patient, clinician, oldProcedures, age, translation });
  if (pinning === null) return wrongTemplate(NO_BLOCK_TO_SIGN);
  return { kind: 'pinned', pinned: pinning.pinned };
}

type FormHere = {
  readonly content: ConsentContent;
  readonly template: Template;
  readonly library: LocalLibrary;
  readonly patient: Patient;
};

/**
 * The translation that the server finds as well; null where a copy of an earlier build does not say whether there are any: then the form
 * is in English alone, and the server is told so.
 */
function translationHere(store: Store, { content, template, library, patient }: FormHere): PinnedTranslation | null {
  const language = translationLanguageOf(patient.communication.language, store.patientLanguages());
  if (language === null || template.translations === undefined) return null;
  const procedures = content.procedures.flatMap((onForm) => {
    const translations = library.entry(onForm.procedureID, onForm.libraryVersion)?.translations;
    return translations === undefined ? [] : [{ onForm, translations }];
  });
  if (procedures.length < content.procedures.length) return null;
  return translationWithMeanings(language, {
    procedures,
    template: { nodes: template.data, translations: template.translations },
  });
}

function wrongTemplate(message: string): PinResult {
  return { kind: 'missing', missing: [{ path: 'templateID', message, step: 'procedure' }] };
}
