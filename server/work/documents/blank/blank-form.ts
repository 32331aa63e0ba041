import { composed } from '#domain/values/composed.ts';
import { blankFooter } from '#domain/documents/blank-form.ts';
import { blankHeading } from '#domain/consents/form-heading.ts';
import { CHOICE_WORDS } from '#domain/consents/choice-words.ts';
import { sideInWords, STARTER_CHOICES } from '#domain/consents/consent.ts';
import { blankCodeParts } from '#domain/documents/paper-code.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { blankCapacity } from './blank-capacity.ts';
import { blankChild, blankFamily } from './blank-family.ts';
import { blankSignatures } from './blank-signers.ts';
import { MODE_WORDS } from '#domain/consents/interpreter-words.ts';
import { bullets, heading, paragraph } from '#server/work/documents/content/document-parts.ts';
import { ANAESTHETICS } from '#domain/library/anaesthetic-words.ts';
import { COPY_TAKEN, fields, labelBoxes, lines, YES_NO_ANSWERS } from '#server/work/documents/content/write-parts.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import { STARTER_RIGHTS } from '#domain/templates/starter-rights.ts';

/** The day of the first edition: files of one build and the next are the same, byte by byte. */
const CREATED_AT = Date.UTC(2026, 0, 1);

/** The blank form of a type: filled in by hand while neither app nor server work, and written up later. */
export function blankForm(formType: FormType): PdfDocument {
  const { title, fullName } = blankHeading(formType);
  return {
    title,
    subject: 'Blank form to fill in by hand',
    language: 'en-GB',
    createdAt: CREATED_AT,
    letterhead: { name: 'Assent' },
    subtitle: fullName,
    state: { words: 'To fill in by hand', tone: 'info' },
    footer: { pageCode: blankCodeParts({ formType, edition: FORMS[formType].blankEdition }), state: blankFooter(formType) },
    fileTitle: composed`${title}, ${FORM_WORDS[formType].name}, edition ${FORMS[formType].blankEdition}, blank`,
    runningFields: ['Last name', 'First name', 'Born', 'NHS number'],
    blocks: [
      ...identityBlocks(),
      ...procedureBlocks(formType),
      ...deciderBlocks(formType),
      ...wishBlocks(formType),
      ...interpreterBlocks(formType),
      ...clinicianBlocks(formType),
      ...rightsBlocks(formType),
      ...blankSignatures(formType),
      COPY_TAKEN,
    ],
  };
}

/** Read before anybody signs; a patient who cannot decide signs nothing. */
function rightsBlocks(formType: FormType): PdfBlock[] {
  if (deciderOf(formType) === 'clinician') return [];
  return [heading(STARTER_RIGHTS.title), bullets(STARTER_RIGHTS.lines.map((text) => [{ text }]))];
}

function identityBlocks(): PdfBlock[] {
  return [
    {
      kind: 'notice',
      tone: 'info',
      title: 'For use while the app does not work',
      spans: [
        {
          text: 'Write in capitals with black ink. Write who the patient is at the head of each page too. When the app works again, write this form up in it and add this paper.',
        },
      ],
    },
    labelBoxes([
      [{ label: 'Last name of the patient' }, { label: 'First name' }],
      [{ label: 'Date of birth' }, { label: 'NHS number' }, { label: 'Hospital number' }],
      [{ label: 'Hospital' }, { label: 'Ward or clinic' }],
    ]),
  ];
}

function procedureBlocks(formType: FormType): PdfBlock[] {
  const sides = [...(['LEFT', 'RIGHT', 'BOTH'] as const).map((side) => sideInWords(side)), 'There are no sides'];
  const { hasSedation } = FORMS[formType];
  const anaesthetics = ANAESTHETICS.filter(({ value }) => hasSedation || value !== 'SEDATION');
  return [
    heading('Procedure'),
    lines(2),
    fields(
      { label: 'Side', options: sides },
      { label: 'Part of the body' },
      { label: 'Anaesthetic', options: anaesthetics.map(({ label }) => label) },
    ),
    heading('What it is for'),
    lines(2),
    heading('What can go wrong'),
    paragraph('Serious and frequent risks, each with how often it happens, and risks of this patient’s own health.'),
    lines(6),
    heading('What else can be done, also no treatment'),
    lines(3),
  ];
}

function deciderBlocks(formType: FormType): PdfBlock[] {
  switch (deciderOf(formType)) {
    case 'patient':
      return [heading('Only if the patient is under 16'), ...blankChild()];
    case 'family':
      return blankFamily();
    case 'clinician':
      return blankCapacity(formType);
  }
}

/** A patient who cannot decide is asked no choices. */
function wishBlocks(formType: FormType): PdfBlock[] {
  const refusals = [heading('Procedures that the patient refuses'), lines(2)];
  if (deciderOf(formType) === 'clinician') return refusals;
  return [
    heading('The patient’s choices'),
    fields(...STARTER_CHOICES.map(({ title }) => ({ label: title, options: Object.values(CHOICE_WORDS) }))),
    ...refusals,
    heading('What matters to me'),
    lines(3),
  ];
}

function interpreterBlocks(formType: FormType): PdfBlock[] {
  const whom = { label: 'Interprets for', options: ['The patient', 'The parents'] };
  return [
    heading('Interpreter'),
    fields(
      { label: 'An interpreter is needed', options: YES_NO_ANSWERS },
      { label: 'Name' },
      { label: 'Language' },
      { label: 'How', options: Object.values(MODE_WORDS) },
      ...(deciderOf(formType) === 'family' ? [whom] : []),
      { label: 'Agency number, or relation to the patient' },
      { label: 'Why there is none, or why a relative' },
    ),
  ];
}

function clinicianBlocks(formType: FormType): PdfBlock[] {
  const decider = deciderOf(formType);
  const able = decider === 'family' ? 'Who decides is able to decide for the child' : 'The patient is able to decide';
  return [
    heading('Clinician'),
    fields(
      { label: 'Grade' },
      { label: 'Registration number' },
      { label: 'The procedure was discussed', options: YES_NO_ANSWERS },
      ...(decider === 'clinician' ? [] : [{ label: able, options: YES_NO_ANSWERS }]),
      { label: 'Note' },
    ),
  ];
}
