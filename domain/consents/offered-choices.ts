import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { BLOOD_CHOICE, detailsOfChoices, type ChoicesOfForm } from './choice-details.ts';
import type { ConsentContent } from './consent-content.ts';
import { STARTER_CHOICES, type AdditionalChoice } from './consent.ts';

/** The choices that a procedure or a template asks. Undefined where its text is not at hand: then it says nothing, and blood is asked. */
export type Offering = Partial<Pick<Procedure, 'choices' | 'bloodNotAsked'>> | undefined;

/** The procedures, or the templates, of a form that are new on it, that have left it, and the others. */
type Offerings = { readonly come: readonly Offering[]; readonly gone: readonly Offering[]; readonly stay: readonly Offering[] };

/** Without the member where no choice has details. */
type FormChoices = Pick<ConsentContent, 'additionalChoices' | 'choiceDetails'>;

/**
 * The choices of a form whose procedures change: what one asks comes and goes with it, unless somebody has answered. Blood is not on the form
 * where every procedure says that it is not asked.
 */
export function choicesAfter(form: ChoicesOfForm, offerings: Offerings): FormChoices {
  const { additionalChoices, choiceDetails } = choicesAfterTemplate(form, offerings);
  return formOf(withBlood(additionalChoices, offerings), choiceDetails);
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

function withBlood(choices: readonly AdditionalChoice[], { come, gone, stay }: Offerings): AdditionalChoice[] {
  // For several procedures it is asked unless all say that it is not.
  const now = [...stay, ...come];
  const hasBlood = now.length === 0 || now.some((each) => each?.bloodNotAsked !== true);
  if (!hasBlood) return choices.filter(({ id, answer }) => id !== BLOOD_CHOICE || answer !== null);
  // A person who has left it out by hand is not asked again; a procedure whose text is not at hand may have said so.
  const before = [...stay, ...gone];
  const wasLeftOut = before.length > 0 && before.every((each) => each === undefined || each.bloodNotAsked === true);
  if (!wasLeftOut || choices.some(({ id }) => id === BLOOD_CHOICE)) return [...choices];
  return [...STARTER_CHOICES.filter(({ id }) => id === BLOOD_CHOICE), ...choices];
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
