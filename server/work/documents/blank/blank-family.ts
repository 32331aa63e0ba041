import { GILLICK_POINTS } from '#domain/family/child.ts';
import {
  BASIS_WORDS,
  COURT_DECISION_WORDS,
  GILLICK_POINT_WORDS,
  GILLICK_WORDS,
  LOOKED_AFTER_WORDS,
  OUTCOME_WORDS,
  TELL_PARENTS_WORDS,
} from '#domain/family/family-words.ts';
import { AGREEMENT_WORDS, ANSWERED_HOW_WORDS, ORDER_WORDS, RESPONSIBILITY_WORDS } from '#domain/family/parent-words.ts';
import type { PdfBlock, WriteField } from '#server/outside/pdf/blocks.ts';
import { heading, paragraph } from '#server/work/documents/content/document-parts.ts';
import { fields, YES_NO_ANSWERS } from '#server/work/documents/content/write-parts.ts';

/** The family's part of a blank form: who decides, two adults, an outcome where they differ, and the child. */
export function blankFamily(): PdfBlock[] {
  return [
    heading('The child and the family'),
    fields(
      { label: 'Who decides', options: Object.values(BASIS_WORDS) },
      { label: 'Looked after by the local authority', options: Object.values(LOOKED_AFTER_WORDS) },
      { label: 'Who must agree', options: ['One adult', 'All adults: nobody decides alone'] },
    ),
    ...['First adult', 'Second adult, if there is one'].flatMap((title) => [heading(title, 3), fields(...adultFields())]),
    heading('Only if the adults do not agree, or a court has decided', 3),
    fields(
      { label: 'Disagreement', options: Object.values(OUTCOME_WORDS) },
      { label: 'How it was settled', lines: 2 },
      { label: 'Court order', lines: 1 },
      { label: 'The court decided', options: Object.values(COURT_DECISION_WORDS) },
    ),
    heading('The child'),
    fields({ label: 'The child', options: Object.values(AGREEMENT_WORDS) }, { label: 'Note about the child', lines: 2 }),
    heading('Only if the child may be able to decide alone', 3),
    ...blankChild(),
  ];
}

function adultFields(): WriteField[] {
  return [
    { label: 'Name' },
    { label: 'Relation to the child' },
    { label: 'Parental responsibility', options: Object.values(RESPONSIBILITY_WORDS) },
    { label: 'Detail' },
    { label: 'Order', options: Object.values(ORDER_WORDS) },
    { label: 'Court, number and date of the order' },
    { label: 'Answer', options: ['Signs this form', ...Object.values(AGREEMENT_WORDS)] },
    { label: 'How, if not signed', options: Object.values(ANSWERED_HOW_WORDS).map((how) => `answered ${how}`) },
    { label: 'Note' },
  ];
}

/** Whether a child is able to decide, and who may know. */
export function blankChild(): PdfBlock[] {
  return [
    fields(
      ...GILLICK_POINTS.map((point) => ({ label: GILLICK_POINT_WORDS[point], options: YES_NO_ANSWERS })),
      { label: 'Can the child decide?', options: Object.values(GILLICK_WORDS) },
      { label: 'Reason', lines: 2 },
      { label: 'Assessed by, on which day and at what time' },
      { label: 'Parents may know', options: [TELL_PARENTS_WORDS.YES, TELL_PARENTS_WORDS.NO] },
      { label: 'Encouraged to tell a parent', options: YES_NO_ANSWERS },
    ),
    paragraph('Ask the child alone. If parents may not know, no adult signs, and no mail, link or copy goes to them.'),
  ];
}
