import { CHOICE_WORDS } from '#domain/consents/choice-words.ts';
import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { decides, ROLE_RULES, type CommentsOf } from '#domain/forms/signer-roles.ts';
import type { SignerState } from '#domain/base/states.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { answerBlocks, choiceRows, type AnswerParts } from './document-answers.ts';
import { questionMeaning } from './document-meanings.ts';
import { choicesOfSource, heading } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';
import { fields, lines } from './write-parts.ts';

/**
 * The answers of a form to sign with ink: those that are there, and room for the others. Once somebody has signed, they are part of what
 * was signed, and the form has room for words of the other signers alone.
 */
export function paperAnswers(source: DocumentSource, states: ReadonlyMap<number, SignerState>): AnswerParts {
  const waiting = source.recipients.filter(({ signing_order: order }) => isBoxEmpty(states.get(order)));
  const isFixed = [...states.values()].includes('SIGNED');
  const canAnswer = !isFixed && waiting.some(({ role }) => decides(role));
  const { mattersToMe } = source.pinned.answers;
  const choices = choicesOfSource(source);
  const open = canAnswer ? choices.filter(({ answer }) => answer === null) : [];
  const options = Object.values(CHOICE_WORDS);
  const rows = choiceRows(
    source,
    choices.filter((choice) => !open.includes(choice)),
  );
  return {
    choices: [
      ...(choices.length === 0 ? [] : [heading(SIGNED_TITLES.choices)]),
      ...(rows.length === 0 ? [] : [{ kind: 'choices' as const, rows }]),
      ...(open.length === 0
        ? []
        : [
            fields(
              ...open.map(({ title }) => ({ label: title, options, ...questionMeaning(source.pinned, { title, options }) })),
            ),
          ]),
    ],
    answers: [
      ...(mattersToMe === '' && canAnswer ? [heading('What matters to me'), lines(3)] : []),
      ...answerBlocks(source.pinned),
    ],
    comments: Object.entries(ADDED).flatMap(([whose, title]): PdfBlock[] =>
      waiting.some(({ role }) => ROLE_RULES[role].comments === whose) ? [heading(title), lines(2)] : [],
    ),
  };
}

/** Whether a signer's box is empty. */
export function isBoxEmpty(state: SignerState | undefined): boolean {
  return state !== 'SIGNED' && state !== 'DECLINED';
}

const ADDED: Readonly<Record<CommentsOf, string>> = {
  patient: 'What the patient wants to add',
  parents: 'What the parents want to add',
  interpreter: 'What the interpreter wants to add',
};
