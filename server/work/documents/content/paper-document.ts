import { pageCodeParts } from '#domain/documents/paper-code.ts';
import { isInterpreted, type Interpreter } from '#domain/consents/consent.ts';
import { interpretedWords, statementInWords } from '#domain/consents/form-statements.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import { isClinician, isInterpreter } from '#domain/forms/signer-roles.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { SignerState } from '#domain/base/states.ts';
import { statementOf } from '#domain/consents/statements.ts';
import type { InkBox, PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { bodyBlocks, identityBlock } from './document.ts';
import { statementMeaning } from './document-meanings.ts';
import { documentHead } from './document-head.ts';
import { textAlone, underSignaturesTitle } from './signatures-in-text.ts';
import { absentParts } from './document-signing.ts';
import type { DocumentSource } from './document-source.ts';
import { heading } from './document-parts.ts';
import { isBoxEmpty, paperAnswers } from './paper-answers.ts';
import { witnessBoxes } from './witness-boxes.ts';
import { COPY_TAKEN, fields, labelBoxes } from './write-parts.ts';

const DO_NOT_SIGN = 'Draft – do not sign';

/**
 * The printable form to sign with ink: all that is shown, the sentence of each signer with boxes for ink, and on each page the patient
 * and a code that says which page of which form it is.
 *
 * @param source - the form before anybody signed
 * @param states - the present state of each signer, by their place
 */
export function paperDocument(source: DocumentSource, states: ReadonlyMap<number, SignerState>): PdfDocument {
  const { pinned, consentId, madeAt } = source;
  const isDraft = source.digest === '';
  return {
    ...documentHead(source, { subject: 'Form to sign with ink', state: isDraft ? 'draft' : 'to sign with ink' }),
    createdAt: madeAt,
    state: isDraft ? { words: 'Draft', tone: 'warn' } : { words: 'To sign with ink', tone: 'info' },
    footer: {
      versionId: consentId,
      pageCode: pageCodeParts({ consentID: consentId, digest: isDraft ? null : source.digest }),
      state: isDraft ? `${DO_NOT_SIGN}. It can still change.` : 'To be signed with ink. All pages belong together.',
    },
    ...(isDraft && { watermark: DO_NOT_SIGN }),
    blocks: [
      identityBlock(source),
      labelBoxes([[{ label: 'Ward or clinic' }], [{ label: 'Day of the treatment' }]]),
      // Each signer has read the rights: they stand before every box.
      ...bodyBlocks(
        source,
        [
          ...textAlone(pinned.template.nodes),
          ...underSignaturesTitle(inkBlocks(source, states)),
          ...clinicianLines(source, states),
          COPY_TAKEN,
        ],
        { answers: paperAnswers(source, states) },
      ),
    ],
  };
}

function inkBlocks(source: DocumentSource, states: ReadonlyMap<number, SignerState>): PdfBlock[] {
  const { unable, named } = absentParts(source);
  const boxes = interpreterBoxes(source);
  return [
    ...unable,
    ...source.recipients.map(({ role, name, signing_order: order, required }): InkBox => {
      const words = DONE[states.get(order) ?? 'WAITING'];
      return {
        kind: 'inkBox',
        label: placeholder(order, 1),
        role: required ? ROLE_WORDS[role] : `${ROLE_WORDS[role]}, optional`,
        name,
        statement: statementOf(source.pinned, role),
        ...statementMeaning(source.pinned, { role, statement: statementOf(source.pinned, role) }),
        ...(words === undefined ? witnessBoxes(role) : { words }),
      };
    }),
    // An interpreter who is here may sign on paper.
    ...(boxes.length > 0 ? boxes : named),
  ];
}

/** Lines for what only the clinician can write, while they have not signed in the app. */
function clinicianLines({ recipients }: DocumentSource, states: ReadonlyMap<number, SignerState>): PdfBlock[] {
  const isOpen = recipients.some(({ role, signing_order: order }) => isClinician(role) && isBoxEmpty(states.get(order)));
  return isOpen ? [heading('Clinician'), fields({ label: 'Grade' }, { label: 'Registration number' }, { label: 'Note' })] : [];
}

/** The box of an interpreter who is here and is no signer of the form: on paper they may sign too. */
function interpreterBoxes({ pinned, recipients }: DocumentSource): InkBox[] {
  const { interpreting, formType, procedures, patient } = pinned;
  const { interpreter } = interpreting;
  if (interpreter === null || !isInterpreted(interpreting) || !isHere(interpreter)) return [];
  if (recipients.some(({ role }) => isInterpreter(role))) return [];
  const interpreted = interpretedWords(interpreter);
  const words = { formType, procedures, patientName: spokenName(patient), interpreted, isChildsChoice: false, power: null };
  const statement = statementInWords('INTERPRETER', words);
  return [
    {
      kind: 'inkBox',
      label: ROLE_WORDS.INTERPRETER,
      role: 'optional',
      name: interpreter.name,
      statement,
      ...statementMeaning(pinned, { role: 'INTERPRETER', statement }),
    },
  ];
}

function isHere({ mode, signing }: Interpreter): boolean {
  return signing !== 'NAMED' && (mode === 'IN_PERSON' || mode === 'BSL');
}

// Nobody signs twice.
const DONE: Partial<Record<SignerState, string>> = {
  SIGNED: 'Signed in the app: no ink is needed here.',
  DECLINED: 'Did not agree: nothing is signed here.',
};
