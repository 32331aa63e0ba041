import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { BLOOD_CHOICE, detailsOfChoices, type ChoicesOfForm } from './choice-details.ts';
import type { ConsentContent } from './consent-content.ts';
import type { AdditionalChoice } from './consent.ts';
import { asksBlood, safetyChoicesOf, withSafetyChoices, type Offering } from './safety-choices.ts';

/** The procedures, or the templates, of a form that are new on it, that have left it, and the others. */
type Offerings = { readonly come: readonly Offering[]; readonly gone: readonly Offering[]; readonly stay: readonly Offering[] };

/** Without the member where no choice has details. */
type FormChoices = Pick<ConsentContent, 'additionalChoices' | 'choiceDetails'>;

/**
 * The choices of a form whose procedures change: what one asks comes and goes with it, unless somebody has answered. Blood is not on the form
 * where every procedure says that it is not asked; where it is asked, it comes back, as each choice does that a text marks as about safety.
 */
export function choicesAfter(form: ChoicesOfForm, offerings: Offerings): FormChoices {
  const { additionalChoices, choiceDetails } = choicesAfterTemplate(form, offerings);
  const procedures = [...offerings.stay, ...offerings.come];
  const isKept = ({ id, answer }: AdditionalChoice) => id !== BLOOD_CHOICE || answer !== null || asksBlood(procedures);
  const kept = formOf(additionalChoices.filter(isKept), choiceDetails);
  const whole = withSafetyChoices(kept, safetyChoicesOf({ procedures, template: undefined }));
  return formOf(whole.additionalChoices, whole.choiceDetails);
}

/** The choices of a form whose template changes, which says nothing of blood. */
export function choicesAfterTemplate(form: ChoicesOfForm, { come, gone, stay }: Offerings): FormChoices {
  const offered = come.flatMap(choicesIn);
  const isGone = goneFrom(gone.flatMap(choicesIn), [...stay, ...come].flatMap(choicesIn));
  const kept = form.additionalChoices.filter((choice) => !isGone(choice)).map((choice) => renewed(choice, offered));
  const onForm = new Set(kept.map(({ id }) => id));
  const fresh = offered.filter(({ id }, at) => !onForm.has(id) && offered.findIndex((each) => each.id === id) === at);
  return formOf([...kept, ...fresh.map(choiceOf)], [...offered, ...(form.choiceDetails ?? [])]);
}

function formOf(additionalChoices: readonly AdditionalChoice[], details: ChoicesOfForm['choiceDetails']): FormChoices {
  const choiceDetails = detailsOfChoices({ additionalChoices, choiceDetails: details });
  return choiceDetails === undefined ? { additionalChoices } : { additionalChoices, choiceDetails };
}

function choicesIn(offering: Offering): readonly ChoiceDetail[] {
  return offering?.choices ?? [];
}

/** Tells the choices that nothing on the form asks any more; an answer stays. */
function goneFrom(before: readonly ChoiceDetail[], now: readonly ChoiceDetail[]): (choice: AdditionalChoice) => boolean {
  const has = (list: readonly ChoiceDetail[], id: string) => list.some((each) => each.id === id);
  return ({ id, answer }) => answer === null && has(before, id) && !has(now, id);
}

/** A choice as it is asked now; one with an answer as it was asked. */
function renewed(choice: AdditionalChoice, offered: readonly ChoiceDetail[]): AdditionalChoice {
  const found = choice.answer === null ? offered.find(({ id }) => id === choice.id) : undefined;
  return found === undefined ? choice : choiceOf(found);
}

function choiceOf({ id, words }: ChoiceDetail): AdditionalChoice {
  return { id, title: words.ask, answer: null };
}
