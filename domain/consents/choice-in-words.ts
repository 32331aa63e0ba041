import { IMPLIED_CHOICES, STARTER_CHOICES, type AdditionalChoice } from './consent.ts';

/** @property name - as it stands in a sentence; @property refused - as theatre reads a no, by itself */
type StarterWords = { readonly name: string; readonly refused: string };

/** The choices of every new form by their ids, in a few words. */
const STARTER_WORDS: Readonly<Record<string, StarterWords>> = {
  blood: { name: 'blood transfusion', refused: 'NO BLOOD TRANSFUSION' },
  photographs: { name: 'photographs or video', refused: 'NO PHOTOGRAPHS OR VIDEO' },
  students: { name: 'students watching or helping', refused: 'NO STUDENTS WATCHING OR HELPING' },
  tissue: { name: 'use of left-over tissue', refused: 'NO USE OF LEFT-OVER TISSUE' },
};

type Choice = Pick<AdditionalChoice, 'id' | 'title'>;

/** A choice as it stands in a sentence; one with a title of its own under that title. */
export function choiceName(choice: Choice): string {
  return starterWords(choice)?.name ?? choice.title;
}

/** A refused choice by itself: its title is never the end of a sentence that begins with another word. */
export function refusedChoiceWords(choice: Choice): string {
  const { title } = choice;
  return starterWords(choice)?.refused ?? (title.endsWith('?') ? `${title} NO` : `${title}: NO`);
}

/** Everything that a patient refuses, each by itself: first the choices, then the patient's own texts, word for word. */
export function refusalLines(
  choices: readonly Pick<AdditionalChoice, 'id' | 'title' | 'answer'>[],
  refusals: readonly string[],
): string[] {
  return [...choices.filter(({ answer }) => answer === 'REFUSE').map(refusedChoiceWords), ...refusals];
}

/** A patient's own refusal where it is one of many lines without a heading, as in files for other programs. */
export function quotedRefusal(text: string): string {
  return `Refusal, word for word: “${text}”`;
}

/** An id alone is not enough: a hospital may ask something else under it. */
function starterWords({ id, title }: Choice): StarterWords | undefined {
  const isStarter = [...STARTER_CHOICES, ...IMPLIED_CHOICES].some((each) => each.id === id && each.title === title);
  return isStarter ? STARTER_WORDS[id] : undefined;
}
