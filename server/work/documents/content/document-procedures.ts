import { ANAESTHETIC_WORDS } from '#domain/library/anaesthetic-words.ts';
import { acronymBeside } from '#domain/consents/acronym.ts';
import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import { isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { boundWords, NO_FIGURE } from '#domain/library/frequency.ts';
import { procedureChanges, type ConsentProcedureChange } from '#domain/consents/procedure-changes.ts';
import { shownRisks, type ShownRisk } from '#domain/consents/risk-words.ts';
import { sourceLine } from '#domain/values/source-line.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { bullets, heading, joinedLines, paragraph } from './document-parts.ts';
import { templateBlocks } from './document-template.ts';
import type { Translate } from './document-translation.ts';

/** The part of one procedure of a form: description, benefits, alternatives, sections, risks; of several, under its own heading. */
export function procedureBlocks(
  procedures: readonly ConsentProcedure[],
  at: number,
  translate: Translate = () => [],
): PdfBlock[] {
  const procedure = procedures[at];
  if (procedure === undefined) return [];
  const { procedureName, procedureDescription, benefits, alternatives, removedRisks, sections } = procedure;
  const isNamed = procedures.length > 1;
  const name = translate(procedureName);
  const both = (text: string): Span[] => [{ text }, ...translate(text)];
  const isTranslated = alternatives.some((each) => translate(each).length > 0);
  const rows = [
    { term: 'Name', value: name.length === 0 ? [] : [{ text: procedureName }, ...name] },
    { term: 'What is done', value: both(procedureDescription) },
    {
      term: 'What it is for',
      value: joinedLines(benefits.map((benefit) => withNote(both(benefit.text), sourceNote(sourceLine(benefit))))),
    },
    {
      term: 'Instead of this',
      value: isTranslated ? joinedLines(alternatives.map(both)) : [{ text: composedList(alternatives, ' · ') }],
    },
  ].filter(({ value }) => value.some(({ text }) => text !== ''));
  const level = isNamed ? 3 : 2;
  return [
    ...(isNamed ? [heading(`${procedureInWords(procedure)}${acronymBeside(procedure)}`)] : []),
    ...(rows.length === 0 ? [] : [heading('What is done, and why', level), { kind: 'facts' as const, rows }]),
    ...(sections ?? []).flatMap((each) => sectionBlocks(each, level)),
    heading(`What can go wrong: ${procedureInWords(procedure)}`, level),
    ...riskBlocks(procedures, at, translate),
    ...(removedRisks.length === 0
      ? []
      : [
          heading('Left out, with the reason', level),
          bullets(removedRisks.map(({ name, reason }) => [{ text: name, bold: true }, { text: composed`: ${reason}` }])),
        ]),
  ];
}

/** `Local anaesthetic`, `General anaesthetic, Sedation`; empty where none is chosen. */
export function anaestheticWords({ anaesthetic }: Pick<ConsentProcedure, 'anaesthetic'>): string {
  return composedList(
    anaesthetic.map((each) => ANAESTHETIC_WORDS.get(each) ?? each),
    ', ',
  );
}

function sectionBlocks({ title, nodes }: StoredSection, level: 2 | 3): PdfBlock[] {
  return [heading(title, level), ...templateBlocks(nodes, () => []).map(below)];
}

/** Headings inside of a section stand below its own. */
function below(block: PdfBlock): PdfBlock {
  if (block.kind === 'heading') return { ...block, level: 3 };
  return block.kind === 'frame' ? { ...block, blocks: block.blocks.map(below) } : block;
}

function riskBlocks(procedures: readonly ConsentProcedure[], at: number, translate: Translate): PdfBlock[] {
  const { risks, personalRisks, shared } = shownRisks(procedures, at);
  if (risks.length + personalRisks.length + shared.length === 0) return [paragraph('No risks are listed.')];
  return [
    ...(risks.length + personalRisks.length === 0 ? [] : [riskTable({ risks, personalRisks }, translate)]),
    ...(shared.length === 0 ? [] : [paragraph(`${SHARED} ${composedList(shared, '; ')}`)]),
  ];
}

/** Before the names of the risks that stand at an earlier procedure. */
const SHARED = 'Also for this, and listed above:';

type Listed = Pick<ReturnType<typeof shownRisks>, 'risks' | 'personalRisks'>;

function riskTable({ risks, personalRisks }: Listed, translate: Translate): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Risk', share: 40, strong: true },
      { title: 'How often', share: 46 },
      { title: 'What it means, and the source', share: 88 },
    ],
    rows: [
      ...risks.map((each) =>
        riskRow(each, translate, each.alsoFor.length === 0 ? '' : `Also for: ${composedList(each.alsoFor, '; ')}`),
      ),
      ...personalRisks.map((each) => riskRow(each, translate, 'because of this patient’s own health')),
    ],
  };
}

/** In the words of the signer's page, figure, exact number and source alike. */
function riskRow({ risk, figure, source }: ShownRisk, translate: Translate, note = ''): Span[][] {
  return [
    withNote([{ text: risk.name, bold: true }, ...translate(risk.name)], note, '\n'),
    figure === null
      ? [{ text: NO_FIGURE }]
      : [
          { text: figure.words, bold: true },
          ...(figure.word === null ? [] : [{ text: ` (${figure.word})` }]),
          ...(figure.exact === null ? [] : [{ text: `\nExact number: ${figure.exact}`, quiet: true }]),
          ...(figure.bound === null ? [] : [{ text: `\n${boundWords(figure.bound)}` }]),
        ],
    withNote(risk.text === '' ? [] : [{ text: risk.text }, ...translate(risk.text)], sourceNote(source)),
  ];
}

function sourceNote(source: string): string {
  return source === '' ? '' : composed`Source: ${source}`;
}

/** A text with its translation, and a note behind both. */
function withNote(spans: Span[], note: string, gap = ' '): Span[] {
  if (note === '') return spans;
  const last = spans.at(-1);
  // A line ends by itself behind a translation.
  const before = last === undefined || last.translates === true ? '' : gap;
  return [...spans, { text: [before, note].join(''), italic: true, quiet: true }];
}

/** The differences between a form for consent again and the form before; nothing on a first form. */
export function changeBlocks(pinned: ShownContent): PdfBlock[] {
  if (!isFullShown(pinned) || pinned.oldProcedures.length === 0) return [];
  const byProcedure = new Map<string, ConsentProcedureChange[]>();
  for (const change of procedureChanges(pinned.oldProcedures, pinned.procedures))
    byProcedure.set(change.procedure, [...(byProcedure.get(change.procedure) ?? []), change]);
  return [
    heading('What has changed since the form before'),
    ...(byProcedure.size === 0 ? [paragraph('Nothing in the procedures, their risks or the other choices.')] : []),
    ...[...byProcedure].flatMap(([procedure, changes]) => [
      heading(procedure, 3),
      bullets(changes.map(({ text }) => [{ text }])),
    ]),
  ];
}
