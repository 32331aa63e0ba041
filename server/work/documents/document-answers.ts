import type { ShownContent } from '#domain/digest.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { printableText } from '#server/outside/pdf/coverage.ts';
import { heading, paragraph } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

const ANSWERS = {
  ACCEPT: { answer: 'Agrees', tone: 'plain' },
  REFUSE: { answer: 'REFUSES', tone: 'stop' },
  DISCUSS: { answer: 'Wants to talk about it', tone: 'plain' },
} as const;

/** Every choice that was offered with its answer; one without an answer says so. */
export function choiceBlocks({ answers: { additionalChoices } }: ShownContent): PdfBlock[] {
  if (additionalChoices.length === 0) return [];
  const rows = additionalChoices.map(({ title, answer }) =>
    answer === null ? { title, answer: 'Not answered', tone: 'quiet' as const } : { title, ...ANSWERS[answer] },
  );
  return [heading('The patient’s choices'), { kind: 'choices', rows }];
}

/** The part with what matters to the patient, and the refused procedures. */
export function answerBlocks({ answers: { mattersToMe, refusals } }: ShownContent): PdfBlock[] {
  return [
    ...(mattersToMe === '' ? [] : [heading('What matters to the patient'), paragraph(mattersToMe)]),
    ...(refusals.length === 0
      ? []
      : [
          {
            kind: 'notice' as const,
            tone: 'stop' as const,
            title: 'The patient refuses',
            spans: [{ text: refusals.join('\n') }],
          },
        ]),
  ];
}

/** What signers added in their own words. */
export function commentBlocks({ comments }: DocumentSource): PdfBlock[] {
  const note = (title: string, text: string): PdfBlock[] => (text === '' ? [] : [heading(title), paragraph(printableText(text))]);
  return [
    ...note('The patient added', comments.patient),
    ...note('The parents added', comments.parent),
    ...note('The interpreter added', comments.interpreter),
  ];
}
