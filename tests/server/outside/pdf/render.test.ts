import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, test } from 'vitest';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoBlocks, demoDocument } from './demo-document.ts';
import { attachmentOf, onPdf, pixelsOf, textOf } from './pdf-tools.ts';

const say = (text: string): Span[] => [{ text }];
const draw = (...blocks: PdfBlock[]): string => textOf(renderPdf(demoDocument({ blocks })));

test.each(['Łukasz Żółć-Święcicki', '王小明', '歐陽菲菲', 'Nguyễn Thị Ánh', 'Siân O’Neill', 'Владимир', 'Γιάννης'])(
  'the name %s is in the text of the PDF',
  (name) => {
    expect(draw({ kind: 'facts', rows: [{ term: 'Name', value: say(name) }] })).toContain(name);
  },
);

test.each(['محمد علی خان', 'زکریا بیگم', 'কাজী নজরুল ইসলাম'])(
  'the name %s is drawn, and stands in the attached record letter by letter',
  (name) => {
    const json = JSON.stringify({ name });
    const identity = { kind: 'identity', lastName: name, firstName: '', born: '1 May 1970', procedures: [] } as const;
    const pdf = renderPdf(
      demoDocument({ blocks: [identity, { kind: 'heading', level: 2, text: name }], attachment: { name: 'content.json', json } }),
    );
    expect(JSON.parse(attachmentOf(pdf, 'content.json'))).toEqual({ name });
    expect(onPdf(pdf, 'pdffonts', 'FILE')).toMatch(/Vazirmatn|NotoSansBengali/);
  },
);

test('a text that looks like a template is printed as it stands', () => {
  const hostile = '#panic("x") *bold* _it_ $x^2$ @ref `raw` \\ // not a comment #import "a.typ" </script>';
  const text = draw({ kind: 'paragraph', spans: say(hostile) }, { kind: 'heading', level: 2, text: hostile });
  expect(text.split(hostile)).toHaveLength(3);
});

test('only web and mail addresses become links', () => {
  const spans = ['https://www.example.org/a', 'javascript:alert(1)', 'file:///etc/passwd'].map((link) => ({ text: link, link }));
  const pdf = renderPdf(demoDocument({ blocks: [{ kind: 'paragraph', spans }] }));
  const targets = [...onPdf(pdf, 'qpdf', '--qdf', 'FILE', '-').matchAll(/\/URI \((.*)\)/g)].map(([, target]) => target);
  expect(targets).toEqual(['https://www.example.org/a']);
});

test('the file is a tagged PDF/A-3a with title, language, date, embedded fonts and its record as source', () => {
  const pdf = renderPdf(demoDocument());
  const info = onPdf(pdf, 'pdfinfo', '-isodates', 'FILE');
  expect(info).toMatch(/Title:\s+Consent to treatment/);
  expect(info).toMatch(/Tagged:\s+yes/);
  expect(info).toMatch(/CreationDate:\s+2026-11-06T14:06:42/);
  const metadata = onPdf(pdf, 'pdfinfo', '-meta', 'FILE');
  expect(metadata).toMatch(/pdfaid:part\D+3\b/);
  expect(metadata).toMatch(/pdfaid:conformance\W+A\b/);
  const objects = onPdf(pdf, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', '-');
  expect(objects).toContain('/AFRelationship /Source');
  expect(objects).toMatch(/\/Lang \(en-GB\)/);
  expect(objects).toContain('/OutputIntents');
  const fonts = onPdf(pdf, 'pdffonts', 'FILE').trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(2);
  for (const font of fonts) expect(font).toMatch(/yes yes yes/);
  expect(attachmentOf(pdf, 'content.json')).toBe('{"demo":true}');
});

test('qpdf finds no fault in the file', () => {
  expect(onPdf(renderPdf(demoDocument()), 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
});

test('the document also passes the compiler’s rules for accessible PDF (PDF/UA-1)', () => {
  const { attachment: _, ...document } = demoDocument();
  expect(renderPdf(document, PdfStandard.UA_1).length).toBeGreaterThan(10_000);
});

test('equal documents give equal bytes, another creation time does not', () => {
  const first = Buffer.from(renderPdf(demoDocument()));
  expect(first.equals(renderPdf(demoDocument()))).toBe(true);
  expect(first.equals(renderPdf(demoDocument({ createdAt: 0 })))).toBe(false);
});

test('every page names the version, the address that checks it, its number, and after the first the patient', () => {
  const pdf = renderPdf(demoDocument());
  const pages = onPdf(pdf, 'pdftotext', '-layout', 'FILE', '-').split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('0199f2aa-7c1e-7c33-9a55-3f60d1c0aa17');
    expect(page).toContain('https://assent.example.org/verify/7QK3-M9PD-X2RT');
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('DEMO-ROWAN, Amber');
    const facts = ['born 14 March 1956', 'NHS 999 000 0018', 'hospital number DEMO-0042'];
    if (index > 0) for (const fact of facts) expect(page).toContain(fact);
  }
});

test('a table that runs over pages repeats its header and loses no row', () => {
  const rows = Array.from({ length: 200 }, (_, index) => [say(`Risk number ${index}.`), say('1 in 100 people')]);
  const pdf = renderPdf(
    demoDocument({ blocks: [{ kind: 'table', columns: [{ title: 'Name of risk' }, { title: 'How often' }], rows }] }),
  );
  const pages = onPdf(pdf, 'pdftotext', 'FILE', '-').split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toContain('Name of risk');
  for (const [index] of rows.entries()) expect(pages.join('')).toContain(`Risk number ${index}.`);
});

test('a row with too few or too many cells does not move the rows below it', () => {
  const rows = [[say('only one')], [say('a'), say('b'), say('too many')], [say('last'), say('row')]];
  const pdf = renderPdf(demoDocument({ blocks: [{ kind: 'table', columns: [{ title: 'A' }, { title: 'B' }], rows }] }));
  expect(onPdf(pdf, 'pdftotext', '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')).toContain('only one a b last row');
});

test('no part of a very long text is lost', () => {
  const long = Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' ');
  const signature: PdfBlock = { kind: 'signature', label: 'S', name: 'N', role: 'R', statement: long, mark: { kind: 'empty' } };
  const blocks: PdfBlock[] = [
    { kind: 'facts', rows: [{ term: 'Long', value: say(long) }] },
    signature,
    { kind: 'notice', tone: 'info', spans: say(long) },
  ];
  const text = draw(...blocks);
  for (const word of ['w0', 'w1500', 'w2999']) expect(text.match(new RegExp(`\\b${word}\\b`, 'g'))).toHaveLength(3);
});

test('a long word breaks inside the page and is not changed by it', () => {
  const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'.repeat(3);
  const bare = draw({ kind: 'facts', rows: [{ term: 'Digest', value: say(digest) }] }).replaceAll(' ', '');
  expect(bare).toContain(digest);
});

test('a watermark crosses every page', () => {
  const blocks: PdfBlock[] = [...demoBlocks()];
  const pages = onPdf(renderPdf(demoDocument({ blocks, watermark: 'WITHDRAWN' })), 'pdftotext', '-raw', 'FILE', '-')
    .split('\f')
    .slice(0, -1);
  for (const page of pages) expect(page.replace(/\s/g, '')).toContain('WITHDRAWN');
});

test('ink is drawn as lines, not as a picture, and stays in its box', () => {
  const sign = (strokes: { x: number; y: number }[][]): Uint8Array =>
    renderPdf(
      demoDocument({
        blocks: [{ kind: 'signature', label: 'S', name: 'N', role: 'R', statement: 'I agree.', mark: { kind: 'ink', strokes } }],
      }),
    );
  const signed = sign([
    [
      { x: 0.1, y: 0.2 },
      { x: 0.5, y: 0.9 },
      { x: 0.9, y: 0.2 },
    ],
    [{ x: 9, y: Number.NaN }],
  ]);
  expect(onPdf(signed, 'pdfimages', '-list', 'FILE').trim().split('\n')).toHaveLength(2);
  const [before, after] = [pixelsOf(sign([]), 1, 72), pixelsOf(signed, 1, 72)];
  const changed = [...after.grey.keys()].filter((at) => Math.abs((after.grey[at] ?? 0) - (before.grey[at] ?? 0)) > 60);
  const columns = changed.map((at) => at % after.width);
  // The box is 84 mm wide and begins at the left margin of 20 mm: 57 to 295 of 595 points.
  expect(changed.length).toBeGreaterThan(200);
  expect(Math.min(...columns)).toBeGreaterThan(57 + 15);
  expect(Math.max(...columns)).toBeLessThan(296);
});

test('letters that no font has stand as words, and as they were written in the attached record, which is made where there is none', () => {
  const { attachment: _, ...document } = demoDocument({
    blocks: [{ kind: 'paragraph', spans: say('I am happy ᚠᚢ ᚦ 😀, Amber') }],
  });
  const pdf = renderPdf(document);
  expect(textOf(pdf)).toContain('I am happy [words in another script: in the attached record] 😀, Amber');
  expect(JSON.parse(attachmentOf(pdf, 'content.json'))).toEqual({ asWritten: ['I am happy ᚠᚢ ᚦ 😀, Amber'] });
  const named = renderPdf(
    demoDocument({ ...document, latinNames: { 'ᚠᚢ ᚦ': 'Fu Th' }, attachment: { name: 'content.json', json: '{"a":1}' } }),
  );
  expect(textOf(named)).toContain('I am happy Fu Th 😀, Amber');
  expect(JSON.parse(attachmentOf(named, 'content.json'))).toEqual({ a: 1, asWritten: ['I am happy ᚠᚢ ᚦ 😀, Amber'] });
});
