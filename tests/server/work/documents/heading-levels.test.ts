import { expect, test } from 'vitest';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { confirmationDocument } from '#server/work/documents/content/confirmation-document.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { aProcedure, documentSource, type FormParts } from '#tests/support/forms/document-form.ts';
import { allSign } from '#tests/support/forms/form-2.ts';
import { completeCapacity } from '#tests/support/forms/form-4.ts';

/** The levels of the headings in the file's tags, in their order. */
function levelsOf(document: PdfDocument): number[] {
  const tags = onPdf(renderPdf(document), 'pdfinfo', '-struct', 'FILE');
  return [...tags.matchAll(/^ *H([1-6])\b/gm)].map(([, level]) => Number(level));
}

const NODES: FormParts['nodes'] = [
  { type: 'heading-two', children: [{ text: 'Your rights' }] },
  { type: 'heading-one', children: [{ text: 'After the operation' }] },
  { type: 'heading-two', children: [{ text: 'At home' }] },
  { type: 'consent-patient', children: [{ text: '' }] },
  { type: 'consent-clinic', children: [{ text: '' }] },
];
const ownWords = [{ kind: 'COMMENT' as const, signing_order: 1, speaker: 'Demo Signer', text: 'We stay', at: null }];

test.each<[string, FormParts]>([
  ['a form of one procedure', { formType: 'FORM_1', age: 40 }],
  [
    'a form of two procedures, written again, with reasons for what was left out',
    {
      formType: 'FORM_1',
      age: 40,
      nodes: NODES,
      procedures: [
        aProcedure({ removedRisks: [{ name: 'Bleeding', reason: 'Explained on another form' }] }),
        aProcedure({ procedureName: 'Adenoidectomy' }),
      ],
      oldProcedures: [aProcedure({ alternatives: ['Waiting'] })],
    },
  ],
  ['a form of a family', { family: { ...allSign() } }],
  ['a form of somebody who cannot decide', { formType: 'FORM_4', age: 80, capacity: completeCapacity() }],
])('no level of the headings in the file of %s is left out, and its title alone has the first', (_, parts) => {
  const levels = levelsOf(consentDocument({ ...documentSource(parts), ownWords }));
  expect(levels.length).toBeGreaterThan(5);
  expect([levels[0], levels.filter((level) => level === 1)]).toEqual([1, [1]]);
  for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0), levels.join(' ')).toBeLessThanOrEqual(1);
});

test('what can go wrong with one of several procedures stands below its name, and what was added below no other part', () => {
  const procedures = [aProcedure(), aProcedure({ procedureName: 'Adenoidectomy' })];
  const { blocks } = consentDocument({ ...documentSource({ formType: 'FORM_1', age: 40, procedures }), ownWords });
  const outline = blocks.flatMap((block) => (block.kind === 'heading' ? [`${block.level} ${block.text}`] : []));
  expect(outline.slice(0, 7)).toEqual([
    '2 Tonsillectomy',
    '3 What is done, and why',
    '3 What can go wrong: Tonsillectomy',
    '2 Adenoidectomy',
    '3 What is done, and why',
    '3 What can go wrong: Adenoidectomy',
    '2 In their own words',
  ]);
});

test('the addendum of a confirmation has its title and the parts below it', () => {
  const at = '2026-08-06T14:05:00.000Z';
  const actor = { kind: 'STAFF', name: 'Demo Nurse', role: 'NURSE' } as const;
  const detail = { confirmedAt: at, statement: 'Still yes.', typedName: 'Demo Nurse', note: 'Asked in the ward' };
  const chained = { id: '019fd764-42e5-7092-b2b2-62c217650201', prevHash: '', hash: '' };
  const event = { ...chained, at, deviceAt: null, type: 'CONFIRMED', actor, versionId: null, detail };
  const document = confirmationDocument(documentSource(), { event, sealed: 'a'.repeat(64), sealedAt: at });
  expect(levelsOf(document)).toEqual([1, 2, 2, 2, 2, 3, 2]);
});
