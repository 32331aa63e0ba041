import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { capacityLines, HELP_WORDS } from '#domain/capacity/capacity-words.ts';
import { peopleLines } from '#domain/capacity/capacity-people-words.ts';
import { Capacity, EMPTY_CAPACITY } from '#domain/capacity/capacity.ts';
import * as v from 'valibot';
import type { PdfBlock, WriteField } from '#server/outside/pdf/blocks.ts';
import { heading, paragraph } from '#server/work/documents/content/document-parts.ts';
import { fields } from '#server/work/documents/content/write-parts.ts';
import type { FormType } from '#domain/forms/form-types.ts';

/** Form 4's own part of a blank form: every question that the app asks in its words, also those that it asks in some cases alone. */
export function blankCapacity(formType: FormType): PdfBlock[] {
  return capacityLines(EVERY_QUESTION, { zone: DEFAULT_ZONE, formType }).flatMap(({ title, lines }) => {
    const allLines = title === 'People who were asked' ? [...lines, ...peopleLines(EMPTY_CAPACITY.people, DEFAULT_ZONE)] : lines;
    return [
      heading(title),
      ...(title === 'Second opinion' ? [paragraph(WHEN_NEEDED)] : []),
      fields(...allLines.filter(({ label }) => !DERIVED_LINES.has(label)).map(asField)),
    ];
  });
}

const WHEN_NEEDED = 'Needed if the patient objects to serious treatment, or somebody who was asked is against it.';

function asField({ label, options }: { label: string; options?: readonly string[] }): WriteField {
  if (label === 'Help to decide') return { label, options: Object.values(HELP_WORDS), lines: 1 };
  return options === undefined ? { label, lines: LINES[label] ?? (label.endsWith('view') ? 2 : 1) } : { label, options };
}

/** Lines that the app derives, or shows in place of missing parts: a blank form does not ask for them. */
const DERIVED_LINES: ReadonlySet<string> = new Set(['Please note', 'People asked', 'Advocate (IMCA)', 'Court order']);

/** Answers that need more room than a line. */
const LINES: Readonly<Record<string, number>> = {
  'How we know': 2,
  'What the patient wanted in the past': 2,
  'Beliefs and values': 2,
  'What the patient says or shows now': 2,
  'Option 1': 2,
  'Option 2': 2,
  'Why no gentler option will do': 2,
  'Why this is best for the patient': 4,
};

const unable = { able: false, evidence: '' };
const appointment = { found: true, names: ['', ''].map(() => '-'), covers: true };
const person = { name: '' };

/** Answers after which every question is asked. */
const EVERY_QUESTION: Capacity = v.parse(Capacity, {
  test: {
    impairment: { present: true },
    understand: unable,
    retain: unable,
    weigh: unable,
    communicate: unable,
    mayRegain: 'YES',
  },
  authority: {
    lpa: appointment,
    deputy: appointment,
    advance: { found: true, refuses: true },
    courtOrder: {},
    searchedHow: '-',
  },
  people: { consulted: [person, person], nobodyReason: '-', imca: {}, imcaReason: '-' },
  bestInterests: {
    serious: true,
    lifeSustaining: true,
    options: [{}, {}],
    restraint: { planned: true, deprives: true },
  },
  secondOpinion: { needed: true },
});
