import { isInterpreted, type Interpreter, type Interpreting } from '#domain/consents/consent.ts';
import { isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { isClinician, isInterpreter } from '#domain/forms/signer-roles.ts';
import { INTERPRETED_FOR_WORDS, MODE_WORDS } from '#domain/consents/interpreter-words.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { heading, paragraph } from './document-parts.ts';

/** The interpreter and the mode in words, or the reason for none; an unanswered question is reported too. */
export function interpreterWords(interpreting: Interpreting): string {
  const { interpreterNeeded, interpreterNoneReason } = interpreting;
  const interpreter = interpreterOf(interpreting);
  if (interpreter !== null) {
    const { name, language, mode, agencyId, relation, relationReason, adult, for: whom } = interpreter;
    const parts = [
      name,
      language,
      MODE_WORDS[mode],
      // Interpreting for the patient is the default, and is not mentioned.
      whom === 'PARENT' || whom === 'BOTH' ? `for ${INTERPRETED_FOR_WORDS[whom]}` : '',
      agencyId === null ? '' : composed`agency number ${agencyId}`,
      adult === false ? 'under 18' : '',
      relation === null ? '' : composed`relation to the patient: ${relation}`,
      relationReason === '' ? '' : composed`why a relative or minor: ${relationReason}`,
    ];
    return composedList(
      parts.filter((each) => each !== ''),
      ', ',
    );
  }
  if (interpreterNoneReason !== '') return composed`No interpreter took part: ${interpreterNoneReason}`;
  if (interpreterNeeded === null) return 'Not answered: nobody recorded whether one was needed.';
  return interpreterNeeded ? 'Needed. No interpreter is named.' : 'Not needed.';
}

/** The interpreter's statement in their own words. */
export function interpreterBlocks({ interpreting }: ShownContent): PdfBlock[] {
  const statement = interpreterOf(interpreting)?.statement ?? '';
  return statement === '' ? [] : [heading('The interpreter’s own words'), paragraph(statement)];
}

/** How the interpreter said who they are. @param at - in words */
export function interpreterIdentity(interpreting: Interpreting, at: string): string {
  const { agencyId, mode } = interpreterOf(interpreting) ?? { agencyId: null, mode: 'IN_PERSON' as const };
  const number = agencyId === null ? '' : composed` and agency number ${agencyId}`;
  return composed`Said own name${number}, ${MODE_WORDS[mode]}, ${at}`;
}

/**
 * An interpreter who is named on the form and signs nothing in the app; null where there is none. Paper has a box for them.
 *
 * @param isOnPaper - whether somebody has signed the form on paper
 */
export function namedInterpreter(shown: ShownContent, isOnPaper: boolean): { name: string; how: string } | null {
  const { interpreting, recipients } = shown;
  const interpreter = interpreterOf(interpreting);
  if (!isFullShown(shown) || interpreter === null || recipients.some(({ role }) => isInterpreter(role))) return null;
  const clinician = recipients.find(({ role }) => isClinician(role))?.name ?? 'the clinician';
  return {
    name: interpreter.name,
    how: composed`Named by ${clinician}, ${MODE_WORDS[interpreter.mode]}, ${isOnPaper ? 'a signature may be on the scan' : 'did not sign'}`,
  };
}

function interpreterOf(interpreting: Interpreting): Interpreter | null {
  return isInterpreted(interpreting) ? interpreting.interpreter : null;
}
