import { detailedChoices, type ChoicesOfForm, type DetailedChoice } from './choice-details.ts';
import { CHOICE_ANSWER_WORDS, NOT_ANSWERED } from './choice-words.ts';
import { NO_ANSWER_ON_PAPER } from './paper-ticks.ts';
import { IMPLIED_CHOICES, STARTER_CHOICES } from './consent.ts';

/** @property name - as it stands in a sentence; @property refused - as theatre reads a no, by itself */
type StarterWords = { readonly name: string; readonly refused: string };

/** The choices of every new form by their ids, in a few words. */
const STARTER_WORDS: Readonly<Record<string, StarterWords>> = {
  blood: { name: 'blood transfusion', refused: 'NO BLOOD TRANSFUSION' },
  photographs: { name: 'photographs or video', refused: 'NO PHOTOGRAPHS OR VIDEO' },
  students: { name: 'students watching or helping', refused: 'NO STUDENTS WATCHING OR HELPING' },
  tissue: { name: 'use of left-over tissue', refused: 'NO USE OF LEFT-OVER TISSUE' },
};

type Choice = Pick<DetailedChoice, 'id' | 'title' | 'words'>;

/** A choice as it stands in a sentence; one with a title of its own under that title. */
export function choiceName(choice: Choice): string {
  return starterWords(choice)?.name ?? choice.title;
}

/** A refused choice by itself: its title is never the end of a sentence that begins with another word. */
export function refusedChoiceWords(choice: Choice): string {
  const { title, words } = choice;
  return words?.REFUSE ?? starterWords(choice)?.refused ?? (title.endsWith('?') ? `${title} NO` : `${title}: NO`);
}

/** Everything that a patient refuses, each by itself: first the choices, then the patient's own texts, word for word. */
export function refusalLines({ refusals, ...form }: ChoicesOfForm & { readonly refusals: readonly string[] }): string[] {
  const refused = detailedChoices(form).filter(({ answer }) => answer === 'REFUSE');
  return [...refused.map(refusedChoiceWords), ...refusals];
}

/**
 * The answer to a choice, beside its question.
 *
 * @param unanswered - for one without an answer, whatever its own words are
 */
export function choiceAnswer(
  { answer, words, tick }: Pick<DetailedChoice, 'answer' | 'words' | 'tick'>,
  reader: 'staff' | 'sealed',
  unanswered?: string,
): string {
  if (answer === null) return onPaper({ tick }) ?? unanswered ?? words?.NONE ?? NOT_ANSWERED;
  return words?.[answer] ?? CHOICE_ANSWER_WORDS[answer][reader];
}

/** As {@link choiceAnswer} for staff; of a choice that was answered again since, both answers. */
export function choiceWithSigned(choice: DetailedChoice, unanswered?: string): string {
  const now = choiceAnswer(choice, 'staff', unanswered);
  const { signed } = choice;
  return signed === undefined
    ? now
    : `${now} (on the signed form: ${choiceAnswer({ ...choice, ...signed }, 'staff', unanswered)})`;
}

/**
 * A choice with its answer as the sealed document says it: a sentence that stands alone, and the question above it where the sentence
 * does not hold it.
 *
 * @param unanswered - for one without an answer, whatever its own words are
 */
export function sealedChoice(choice: DetailedChoice, unanswered?: string): { readonly title: string; readonly answer: string } {
  const { title } = choice;
  const read = choice.answer === null ? onPaper(choice) : undefined;
  const answer = read ?? sealedAnswer(choice, unanswered);
  return { title: answer.includes(title) ? '' : title, answer };
}

/** The answer to a choice as a sentence that stands alone. */
export function sealedAnswer(choice: DetailedChoice, unanswered?: string): string {
  const { answer, words } = choice;
  const read = onPaper(choice);
  if (answer === null && read !== undefined) return `${read} (${choiceName(choice)})`;
  if (answer === null) return unanswered ?? words?.NONE ?? `${NOT_ANSWERED}: ${choiceName(choice)}`;
  if (answer === 'REFUSE') return refusedChoiceWords(choice);
  if (answer === 'DISCUSS') return words?.DISCUSS ?? `Wants to talk about: ${choiceName(choice)}`;
  return choiceAnswer(choice, 'sealed');
}

// A tick is told as it was read, whatever the words of no answer are.
function onPaper({ tick }: Pick<DetailedChoice, 'tick'>): string | undefined {
  return tick === undefined ? undefined : NO_ANSWER_ON_PAPER[tick];
}

/** A refused choice below a heading that denies: own words may begin with a “No”, and are quoted. */
export function deniedChoiceWords(choice: Choice): string {
  const own = choice.words?.REFUSE;
  return own == null ? choiceName(choice) : quotedRefusal(own);
}

/** A patient's own refusal where it is one of many lines without a heading, as in files for other programs. */
export function quotedRefusal(text: string): string {
  return `Refusal, word for word: “${text}”`;
}

/** Whether a choice is one of this product. An id alone is not enough: a hospital may ask something else under it. */
export function isStarterChoice({ id, title }: Choice): boolean {
  return [...STARTER_CHOICES, ...IMPLIED_CHOICES].some((each) => each.id === id && each.title === title);
}

function starterWords(choice: Choice): StarterWords | undefined {
  return isStarterChoice(choice) ? STARTER_WORDS[choice.id] : undefined;
}
