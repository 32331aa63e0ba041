import { acronymBeside } from '#domain/acronym.ts';
import { procedureInWords, type ConsentProcedure } from '#domain/consent.ts';
import { isFullShown, type ShownContent } from '#domain/digest.ts';
import { NO_FIGURE } from '#domain/frequency.ts';
import { procedureChanges, type ProcedureChange } from '#domain/procedure-changes.ts';
import { shownRisks, type ShownRisk } from '#domain/risk-words.ts';
import { sourceLine } from '#domain/source-line.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { bullets, heading, joinedLines, paragraph } from './document-parts.ts';
import type { Translate } from './document-translation.ts';

/** The part of one procedure: description, benefits, alternatives, risks. @param isNamed - under its own heading */
export function procedureBlocks(procedure: ConsentProcedure, isNamed: boolean, translate: Translate = () => []): PdfBlock[] {
  const { procedureName, procedureDescription, benefits, alternatives, removedRisks } = procedure;
  const name = translate(procedureName);
  const both = (text: string): Span[] => [{ text }, ...translate(text)];
  const isTranslated = alternatives.some((each) => translate(each).length > 0);
  const rows = [
    { term: 'Name', value: name.length === 0 ? [] : [{ text: procedureName }, ...name] },
    { term: 'What is done', value: both(procedureDescription) },
    {
      term: 'What it is for',
      value: joinedLines(
        benefits.map((benefit) => [{ text: benefit.text }, ...sourceSpans(sourceLine(benefit)), ...translate(benefit.text)]),
      ),
    },
    {
      term: 'Instead of this',
      value: isTranslated ? joinedLines(alternatives.map(both)) : [{ text: alternatives.join(' · ') }],
    },
  ].filter(({ value }) => value.some(({ text }) => text !== ''));
  const level = isNamed ? 3 : 2;
  return [
    ...(isNamed ? [heading(`${procedureInWords(procedure)}${acronymBeside(procedure)}`)] : []),
    ...(rows.length === 0 ? [] : [{ kind: 'facts' as const, rows }]),
    heading('What can go wrong', level),
    riskTable(procedure, translate),
    ...(removedRisks.length === 0
      ? []
      : [
          heading('Left out, with the reason', level),
          bullets(removedRisks.map(({ name, reason }) => [{ text: name, bold: true }, { text: `: ${reason}` }])),
        ]),
  ];
}

/** `Local anaesthetic`, `General anaesthetic, sedation`; empty where none is chosen. */
export function anaestheticWords({ anaesthetic }: Pick<ConsentProcedure, 'anaesthetic'>): string {
  return anaesthetic.map((each) => ANAESTHETICS[each] ?? each).join(', ');
}

/** Kinds of anaesthetic in words. */
export const ANAESTHETICS: Record<string, string> = {
  GENERAL: 'General anaesthetic',
  REGIONAL: 'Regional anaesthetic',
  LOCAL: 'Local anaesthetic',
  SEDATION: 'Sedation',
  NONE: 'No anaesthetic',
};

function riskTable(procedure: ConsentProcedure, translate: Translate): PdfBlock {
  const { risks, personalRisks } = shownRisks(procedure);
  if (risks.length + personalRisks.length === 0) return paragraph('No risks are listed.');
  return {
    kind: 'table',
    columns: [
      { title: 'Risk', share: 3, strong: true },
      { title: 'How often', share: 4 },
      { title: 'What it means', share: 5 },
    ],
    rows: [
      ...risks.map((each) => riskRow(each, translate)),
      ...personalRisks.map((each) => riskRow(each, translate, '\nbecause of this patient’s own health')),
    ],
  };
}

/** In the words of the signer's page, figure, exact number and source alike. */
function riskRow({ risk, figure, source }: ShownRisk, translate: Translate, note = ''): Span[][] {
  return [
    [{ text: risk.name, bold: true }, ...(note === '' ? [] : [{ text: note, italic: true }]), ...translate(risk.name)],
    figure === null
      ? [{ text: NO_FIGURE }]
      : [
          { text: figure.words, bold: true },
          { text: ` (${figure.word})` },
          ...(figure.exact === null ? [] : [{ text: `\nExact number: ${figure.exact}` }]),
        ],
    [
      ...(risk.text === '' ? [] : [{ text: risk.text }]),
      ...sourceSpans(source, risk.text === '' ? '' : '\n'),
      ...translate(risk.text),
    ],
  ];
}

function sourceSpans(source: string, before = '\n'): Span[] {
  return source === '' ? [] : [{ text: `${before}Source: ${source}`, italic: true }];
}

/** What a form for consent again says that the form before did not, and the other way round; nothing on a first form. */
export function changeBlocks(pinned: ShownContent): PdfBlock[] {
  if (!isFullShown(pinned) || pinned.oldProcedures.length === 0) return [];
  const byProcedure = new Map<string, ProcedureChange[]>();
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
