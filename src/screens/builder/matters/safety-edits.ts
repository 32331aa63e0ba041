import { isAboutSafety } from '#domain/consents/open-points.ts';
import { detailedChoices } from '#domain/consents/choice-details.ts';
import { safetyChoicesOf, withSafetyChoices, type Offering } from '#domain/consents/safety-choices.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { Template } from '#domain/templates/library-template.ts';
import type { Draft } from '../draft/draft.ts';

/** The texts of library and template, as far as they are loaded. */
export type SafetyTexts = {
  readonly library: ReadonlyMap<string, Procedure>;
  readonly templates: readonly Pick<Template, '_id' | 'choices'>[];
};

/** Whether each text of the draft's procedures and template is at hand, at the version that the draft names. */
function isAllAtHand({ procedures, templateID }: Draft, texts: SafetyTexts): boolean {
  return (
    procedures.every((each) => entryOf(each, texts) !== undefined) &&
    (templateID === null || texts.templates.some(({ _id }) => _id === templateID))
  );
}

function entryOf({ procedureID, libraryVersion }: Draft['procedures'][number], { library }: SafetyTexts): Offering {
  const entry = library.get(procedureID);
  return entry?.version === libraryVersion ? entry : undefined;
}

function safetyOf(draft: Draft, texts: SafetyTexts) {
  return safetyChoicesOf({
    procedures: draft.procedures.map((each) => entryOf(each, texts)),
    template: texts.templates.find(({ _id }) => _id === draft.templateID),
  });
}

/**
 * Puts back the choices about safety that the draft must show, such as one of an earlier version of this app. The draft itself where none
 * is missing, or where the texts that say so are not at hand: then the server puts them back, or the light says what is missing.
 */
export function withSafety(draft: Draft, texts: SafetyTexts): Draft {
  if (deciderOf(draft.formType) === 'clinician' || !isAllAtHand(draft, texts)) return draft;
  const whole = withSafetyChoices(draft, safetyOf(draft, texts));
  return whole === draft ? draft : { ...draft, ...whole, additionalChoices: [...whole.additionalChoices] };
}

/** The ids of the choices that nobody takes off this draft; while a text is not at hand, of each that is about safety. */
export function heldChoices(draft: Draft, texts: SafetyTexts): ReadonlySet<string> {
  const marked = isAllAtHand(draft, texts) ? [] : detailedChoices(draft).filter(isAboutSafety);
  return new Set([...safetyOf(draft, texts), ...marked].map(({ id }) => id));
}
