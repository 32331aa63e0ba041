import { expect, test } from 'vitest';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { outcomeDocument } from '#server/work/documents/content/outcome-document.ts';
import { refusalDocument } from '#server/work/documents/content/refusal-document.ts';
import { declinedForm, ON_SERVER, settledForm } from '#tests/support/forms/ended-forms.ts';
import { plainForm } from '#tests/support/forms/plain-form.ts';
import { textsOf } from './shown-text.ts';

const sealed = { sealed: 'c'.repeat(64), sealedAt: ON_SERVER };

function outcome(): PdfDocument {
  const { source, event } = settledForm(plainForm('FORM_2'));
  return outcomeDocument(source, { event, ...sealed });
}

const [SAID, ARRIVED] = ['6 August 2026, 15:04:40 BST', '6 August 2026, 15:34:40 BST'];

// The tablet had no network for half an hour: each document says first when it was said.
test.each<[string, () => PdfDocument]>([
  ['refusal of a Form 1', () => refusalDocument(declinedForm(plainForm('FORM_1')))],
  ['refusal of a Form 2', () => refusalDocument(declinedForm(plainForm('FORM_2')))],
  ['refusal of a Form 4', () => refusalDocument(declinedForm(plainForm('FORM_4')))],
  ['outcome of a disagreement', outcome],
])('%s: what was said has the time of the tablet, and the server’s beside the word received alone', (_, draw) => {
  const { blocks } = draw();
  const strip = blocks.find(({ kind }) => kind === 'notice');
  expect(textsOf(strip).join(' ')).toContain(SAID);
  const facts = blocks.flatMap((each) => (each.kind === 'facts' ? each.rows : []));
  const terms = (words: string) => facts.filter(({ value }) => textsOf(value).join('').includes(words)).map(({ term }) => term);
  expect(terms(ARRIVED).filter((term) => term !== 'Sealed form')).toEqual(['Received']);
  expect(terms(SAID)).toContain('On the tablet');
});
