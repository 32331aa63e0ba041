import type { Fault } from '#domain/base/fault.ts';
import { choiceAnswer, choiceName } from '#domain/consents/choice-in-words.ts';
import { detailedChoices, type ChoicesOfForm, type DetailedChoice } from '#domain/consents/choice-details.ts';
import { CHOICES_MOST } from '#domain/consents/consent.ts';
import { isAboutSafety } from '#domain/consents/open-points.ts';
import { isAnswer, NO_ANSWER_ON_PAPER, type PaperTick } from '#domain/consents/paper-ticks.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { needsIdentifiers, type UploadedScan } from './paper-scan.ts';
import type { FormType } from '#domain/forms/form-types.ts';

/** Most ticks of a check: a form of choices about safety alone has each twice. */
export const TICKS_MOST = 2 * CHOICES_MOST;

/** The tick of one choice, as a clinician has entered it. */
export type EnteredTick = { readonly choiceID: string; readonly answer: PaperTick };

/**
 * The choices whose ticks are read from a paper: those that the printed form leaves to whoever signs; all of a blank form, and where no code
 * says that it is this print. Those about safety are entered twice: a second time after all others, unseen.
 */
export function choicesToRead(
  form: Pick<ChoicesOfForm, 'additionalChoices' | 'choiceDetails'> & { readonly formType: FormType },
  scan: Pick<UploadedScan, 'match'>,
): { readonly choices: DetailedChoice[]; readonly again: DetailedChoice[] } {
  const shown = shownChoices(form.formType, detailedChoices(form));
  const choices = needsIdentifiers(scan) ? shown : shown.filter(({ answer }) => answer === null);
  return { choices, again: choices.filter(isAboutSafety) };
}

/** A tick in the words in which it is entered. */
export function tickWords({ words }: Pick<DetailedChoice, 'words'>, tick: PaperTick): string {
  return isAnswer(tick) ? choiceAnswer({ answer: tick, words }, 'staff') : NO_ANSWER_ON_PAPER[tick];
}

/** The faults of entered ticks: one that is missing or of another form, and a choice about safety that was not entered twice alike. */
export function tickFaults({ choices, again }: ReturnType<typeof choicesToRead>, entered: readonly EnteredTick[]): Fault[] {
  const strange = entered.findIndex(({ choiceID }) => !choices.some(({ id }) => id === choiceID));
  if (strange !== -1) return [{ path: `answers.${strange}.choiceID`, message: 'No tick of this choice is read from the paper' }];
  return choices.flatMap((choice): Fault[] => {
    const ticks = entered.flatMap(({ choiceID, answer }) => (choiceID === choice.id ? [answer] : []));
    const [first, second] = ticks;
    const times = again.includes(choice) ? 2 : 1;
    if (first === undefined)
      return [{ path: 'answers', message: `Enter what was ticked for ${choiceName(choice)}, or “${NO_ANSWER_ON_PAPER.NONE}”.` }];
    if (ticks.length > times) return [{ path: 'answers', message: `The tick for ${choiceName(choice)} is entered too often.` }];
    if (times === 1) return [];
    if (second === undefined) return [{ path: 'answers', message: `Enter once more what was ticked for ${choiceName(choice)}.` }];
    if (first === second) return [];
    const [one, other] = [tickWords(choice, first), tickWords(choice, second)];
    return [{ path: 'answers', message: `Look at ${choiceName(choice)} again: it was entered as “${one}” and as “${other}”.` }];
  });
}
