import { expect, test } from 'vitest';
import type { FullShownContent, ShownContent } from '#domain/consents/digest.ts';
import { familyLines } from '#domain/family/family-words.ts';
import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { NO_FIGURE } from '#domain/library/frequency.ts';
import { procedureChanges } from '#domain/consents/procedure-changes.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { unshowable } from '#domain/values/printable.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { procedureBlocks } from '#server/work/documents/content/document-procedures.ts';
import { templateBlocks } from '#server/work/documents/content/document-template.ts';
import { shownRisks } from '#domain/consents/risk-words.ts';
import { Benefits } from '#src/sign/pages/Benefits.tsx';
import { FormText } from '#src/sign/pages/FormText.tsx';
import { More } from '#src/sign/pages/More.tsx';
import { OtherWays } from '#src/sign/pages/OtherWays.tsx';
import { Plan } from '#src/sign/pages/Plan.tsx';
import { Risks } from '#src/sign/pages/Risks.tsx';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { documentSource } from '#tests/support/forms/document-form.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { randomForm } from './random-form.ts';
import { allBlocks, bare, inside, pageOf, textsOf, wordsOf } from './shown-text.ts';

const next = seededRandom('one text');
const sources = Array.from({ length: isFull ? 320 : 16 }, (_, nth) => documentSource(randomForm(next, nth)));
const DRAWN = isFull ? 60 : 4;

test('form text: the page and the document say the same words, with the same marks, frames and rules', () => {
  for (const { pinned } of sources) {
    const page =
      pageOf(pinned, FormText, {})
        .split(/class="rich"[^>]*>/u)[1]
        ?.split('<div class="actions"')[0] ?? '';
    const blocks = templateBlocks(pinned.template.nodes, () => []);
    const spans = spansIn(blocks);
    expect(bare(spans.map(({ text }) => text).join(''))).toBe(bare(wordsOf(page)));
    const marked = (mark: 'bold' | 'italic' | 'underline') =>
      bare(spans.flatMap((each) => (each[mark] ? each.text : [])).join(''));
    expect(marked('underline')).toBe(bare(inside(page, 'u')));
    expect(marked('italic')).toBe(bare(inside(page, 'i')));
    expect(marked('bold')).toBe(bare(inside(page, 'b')));
    const count = (kind: PdfBlock['kind']) => allBlocks(blocks).filter((each) => each.kind === kind).length;
    expect(count('rule')).toBe(page.split('<hr').length - 1);
    expect(count('frame')).toBe(page.split('class="framed"').length - 1);
  }
});

test('risks: the same people, figure, exact number, source and year on page and paper, and on paper whom was counted', () => {
  for (const { pinned } of sources) {
    for (const at of pinned.procedures.keys()) {
      const { risks, personalRisks } = shownRisks(pinned.procedures, at);
      const shownHere = [...risks, ...personalRisks];
      const cards = pageOf(pinned, Risks, { at }).split('<li class="card risk">').slice(1);
      const table = procedureBlocks(pinned.procedures, at).find((each) => each.kind === 'table');
      const rows = table?.kind === 'table' ? table.rows : [];
      expect(rows).toHaveLength(cards.length);
      for (const [index, card] of cards.entries())
        expect(riskText(rows[index] ?? [], shownHere[index]?.risk.population)).toBe(
          bare(wordsOf(card.split('</li>')[0] ?? '').replace(englishForm.risks.noFigure, NO_FIGURE)),
        );
      const paper = bare(
        rows
          .flat(2)
          .map(({ text }) => text)
          .join(''),
      );
      for (const { source } of shownHere) expect(paper).toContain(bare(source));
    }
  }
});

test('sections: the page and the document say the same words under the same titles', () => {
  let count = 0;
  for (const { pinned } of sources) {
    const page = bare(wordsOf(pageOf(pinned, More, {})));
    for (const [at, { sections }] of pinned.procedures.entries()) {
      const paper = bare(textsOf(procedureBlocks(pinned.procedures, at)).join('\u0000'));
      for (const { title, nodes } of sections ?? []) {
        count += 1;
        const words = bare(
          spansIn(templateBlocks(nodes, () => []))
            .map(({ text }) => text)
            .join(''),
        );
        expect(page).toContain(bare(title) + words);
        expect(paper).toContain(bare(title));
        expect(
          bare(
            spansIn(procedureBlocks(pinned.procedures, at))
              .map(({ text }) => text)
              .join(''),
          ),
        ).toContain(words);
      }
    }
  }
  expect(count).toBeGreaterThan(0);
});

test('a risk of several procedures stands once, with the others named, and is named at each of them', () => {
  let count = 0;
  for (const { pinned } of sources)
    for (const [at, { risks }] of pinned.procedures.entries()) {
      const page = bare(wordsOf(pageOf(pinned, Risks, { at })));
      const paper = bare(textsOf(procedureBlocks(pinned.procedures, at)).join('\u0000'));
      for (const { name } of risks) for (const text of [page, paper]) expect(text).toContain(bare(name));
      count += shownRisks(pinned.procedures, at).shared.length;
    }
  expect(count).toBeGreaterThan(0);
});

test('procedures: name, side, acronym, description, benefits, other choices and what was left out are on both', () => {
  for (const source of sources) {
    const { pinned } = source;
    const pages = [Plan, Benefits, OtherWays].map((page) => pageOf(pinned, page, {}));
    const risks = pinned.procedures.map((_, at) => pageOf(pinned, Risks, { at }));
    const page = bare(wordsOf([...pages, ...risks].join(' ')));
    const paper = paperOf(source);
    for (const text of procedureTexts(pinned)) {
      expect(page, text).toContain(bare(text));
      expect(paper, text).toContain(bare(text));
    }
  }
});

test('everything that is pinned stands on paper, the sentences of the signers, of a family, of capacity and what has changed too', () => {
  for (const source of sources) {
    const paper = paperOf(source);
    for (const text of pinnedTexts(source.pinned)) expect(paper, text).toContain(bare(text));
    if (source.pinned.shownVersion === 2) for (const text of linesOf(source.pinned)) expect(paper, text).toContain(bare(text));
  }
});

test('drawn pages hold each letter of the document, as far as its script can be read out of a page', () => {
  for (const source of sources.slice(0, DRAWN)) {
    const document = consentDocument(source);
    const drawn = countLetters(onPdf(renderPdf(document), 'pdftotext', 'FILE', '-'));
    for (const [letter, times] of countLetters(textsOf(document.blocks).join('')))
      expect(drawn.get(letter) ?? 0, letter).toBeGreaterThanOrEqual(times);
  }
});

test('a character that no font can show is found wherever it is pinned', () => {
  for (const source of sources.slice(0, 8)) expect(unshowable(textsOf(source.pinned).join('\n'))).toEqual([]);
});

/** The words with their marks, in their order: those below an item of a list follow it. */
function spansIn(blocks: readonly PdfBlock[]): Span[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
        return [...block.spans];
      case 'heading':
        return [...(block.spans ?? [])];
      case 'frame':
        return spansIn(block.blocks);
      case 'list':
        return block.items.flatMap((item, at) => [...item, ...spansIn(block.nested?.[at] ?? [])]);
      default:
        return [];
    }
  });
}

/**
 * A row in the order of the page's card: name, what it means, how often, source.
 *
 * @param population - whom the figure was counted among, which the paper alone names
 */
function riskText(
  [name = [], often = [], text = []]: readonly (readonly Span[])[],
  population: string | null | undefined,
): string {
  const ofPage = ({ text: words }: Span) => {
    // Without source and year the page has no such line at all.
    const ends = population == null ? [] : [`,${bare(population)}`, `Source:${bare(population)}`];
    const whom = ends.find((each) => bare(words).endsWith(each)) ?? '';
    return { text: bare(words).slice(0, bare(words).length - whom.length) };
  };
  const isSource = ({ text: words, italic }: Span) => italic === true && words.trimStart().startsWith('Source: ');
  const shared = name.filter((each) => each.text.startsWith('\nAlso for: '));
  const inOrder = [name.slice(0, 1), text.filter((each) => !isSource(each)), often, text.filter(isSource).map(ofPage), shared];
  return bare(inOrder.flatMap((spans) => spans.map((each) => each.text)).join(''));
}

function paperOf(source: DocumentSource): string {
  return bare(textsOf(consentDocument(source).blocks).join('\u0000'));
}

function procedureTexts({ procedures }: ShownContent): string[] {
  return procedures.flatMap(({ procedureName, procedureAcronym, procedureDescription, site, benefits, ...rest }) => [
    procedureName,
    procedureAcronym === '' ? '' : `(${procedureAcronym})`,
    procedureDescription,
    site,
    ...benefits.flatMap(({ text, source, year }) => [text, source ?? '', String(year ?? '')]),
    ...rest.alternatives,
    ...rest.removedRisks.flatMap(({ name, reason }) => [name, reason]),
  ]);
}

/** Every text of the record that people read: no ids, no words of the wire, no dates of it. */
function pinnedTexts(pinned: ShownContent): string[] {
  const { oldProcedures: _o, template, patient, ...shown } = { oldProcedures: [], ...pinned };
  const { dateOfBirth: _d, nhsNumber: _n, ...named } = patient;
  const sections = shown.procedures.flatMap((each) => each.sections ?? []);
  const procedures = shown.procedures.map(({ sections: _s, ...each }) => each);
  const nodes = [template, ...sections].flatMap((each) => templateBlocks(each.nodes, () => []));
  return [...textsOf([{ ...shown, procedures }, named, sections.map(({ title }) => title)]), ...textsOf(nodes)].filter(
    (text) => !WIRE.test(text),
  );
}

const WIRE = /^(?:[A-Z][A-Z_0-9]*|c\d|[0-9a-f-]{36}|\d{4}-\d\d-\d\d.*)$/u;

// An adult's name is the title of a card, and a signed form says who decided.
const RENAMED: Readonly<Record<string, string>> = { Adult: '', 'Who decides': 'Who decided' };

function linesOf({ family, capacity, formType, oldProcedures, procedures, statements, recipients }: FullShownContent): string[] {
  const family_ =
    family === null
      ? []
      : familyLines(family, {
          age: formType === 'FORM_2' ? 11 : 15,
          zone: 'Europe/London',
          signed: recipients.map(({ name }) => name),
        }).map((each) => (each.label in RENAMED ? { ...each, label: RENAMED[each.label] ?? '' } : each));
  const sections =
    capacity === null ? [] : capacityLines(capacity, { zone: 'Europe/London', formType }).flatMap(({ lines }) => lines);
  return [
    ...[...family_, ...sections].flatMap(({ label, text }) => [label, text]),
    ...procedureChanges(oldProcedures, procedures).map(({ text }) => text),
    ...statements.map(({ text }) => text),
  ];
}

/** How often each letter stands in a text, in scripts whose letters a page gives back one by one. */
function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  // The last name is drawn in capitals.
  for (const letter of text.normalize('NFC').toLowerCase())
    if (/[\p{L}\p{N}]/u.test(letter) && !/[\p{Script=Arabic}\p{Script=Bengali}]/u.test(letter))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}
