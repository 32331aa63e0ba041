import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { BLOOD_CHOICE, detailedChoices, detailsOfChoices, isDetailOf, type ChoicesOfForm } from './choice-details.ts';
import { STARTER_CHOICES, type AdditionalChoice } from './consent.ts';
import { isAboutSafety } from './open-points.ts';

/** The choices that a procedure or a template asks. Undefined where its text is not at hand: then it says nothing, and blood is asked. */
export type Offering = Partial<Pick<Procedure, 'choices' | 'bloodNotAsked'>> | undefined;

/** Blood as every new form asks it. */
const BLOOD: readonly ChoiceDetail[] = STARTER_CHOICES.filter(({ id }) => id === BLOOD_CHOICE).map(({ id, title }) => ({
  id,
  words: { ask: title },
  isSafety: true,
}));

/** Whether a form of these procedures asks about blood: only where every procedure has a text that says that it is not asked, it does not. */
export function asksBlood(procedures: readonly Offering[]): boolean {
  return procedures.length === 0 || procedures.some((each) => each?.bloodNotAsked !== true);
}

/**
 * The choices about safety that a form must show: blood, and each that a text of the library or the template marks so. No person takes one
 * off: the reviewed mark of every procedure is the only way past blood, and another text of library or template past the others.
 */
export function safetyChoicesOf({
  procedures,
  template,
}: {
  readonly procedures: readonly Offering[];
  readonly template: Offering;
}): ChoiceDetail[] {
  const marked = [...procedures, template].flatMap((each) => each?.choices ?? []).filter(({ isSafety }) => isSafety === true);
  const all = [...marked, ...(asksBlood(procedures) ? BLOOD : [])];
  return all.filter(({ id }, at) => all.findIndex((each) => each.id === id) === at);
}

/** Those of the choices about safety that a form lacks, or has without the mark. */
function safetyMissing(form: ChoicesOfForm, safety: readonly ChoiceDetail[]): ChoiceDetail[] {
  const choices = detailedChoices(form);
  return safety.filter(({ id }) => !choices.some((each) => each.id === id && isAboutSafety(each)));
}

/** As {@link safetyMissing}, of a form as its signers are shown it: a form that no patient reads asks nobody. */
export function safetyNotShown(
  { formType, ...form }: ChoicesOfForm & { readonly formType: FormType },
  safety: readonly ChoiceDetail[],
): ChoiceDetail[] {
  return deciderOf(formType) === 'clinician' ? [] : safetyMissing(form, safety);
}

/** The choices of a form, with each of these put back: without an answer where it was missing, and marked where the mark was. */
export function withSafetyChoices<Form extends ChoicesOfForm>(
  form: Form,
  safety: readonly ChoiceDetail[],
): Form | { additionalChoices: AdditionalChoice[]; choiceDetails?: ChoiceDetail[] } {
  const missing = safetyMissing(form, safety);
  if (missing.length === 0) return form;
  const { additionalChoices, choiceDetails } = form;
  const absent = missing.filter(({ id }) => !additionalChoices.some((each) => each.id === id));
  const putBack = absent.map(({ id, words }): AdditionalChoice => ({ id, title: words.ask, answer: null }));
  const isBlood = ({ id }: { readonly id: string }) => id === BLOOD_CHOICE;
  const all = [...putBack.filter(isBlood), ...additionalChoices, ...putBack.filter((each) => !isBlood(each))];
  const marked = additionalChoices.flatMap((choice) => {
    const detail = missing.find(({ id }) => id === choice.id);
    return detail === undefined ? [] : [markedDetail(choice, { detail, choiceDetails })];
  });
  // Blood needs no mark: details of its own are words of the library alone.
  const details = absent.filter((each) => !isBlood(each) || Object.keys(each.words).length > 1);
  const whole = detailsOfChoices({
    additionalChoices: all,
    choiceDetails: [...marked, ...(choiceDetails ?? []), ...details],
  });
  return whole === undefined ? { additionalChoices: all } : { additionalChoices: all, choiceDetails: whole };
}

type Marking = { readonly detail: ChoiceDetail } & Pick<ChoicesOfForm, 'choiceDetails'>;

/** The details of a choice with the mark: the words that the form has, else those of the library. */
function markedDetail(choice: AdditionalChoice, { detail, choiceDetails }: Marking): ChoiceDetail {
  const own = choiceDetails?.find((each) => isDetailOf(each, choice));
  const words = own?.words ?? (isDetailOf(detail, choice) ? detail.words : { ask: choice.title });
  return { id: choice.id, words, isSafety: true };
}
