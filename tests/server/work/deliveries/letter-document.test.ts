import { expect, test } from 'vitest';
import { windowLines } from '#domain/notifications/letter-address.ts';
import { PAGE_LANGUAGES } from '#domain/values/patient-languages.ts';
import { wholePdf } from '#server/outside/pdf/whole-pdf.ts';
import { letterDocument, type LetterFacts } from '#server/work/deliveries/letter-document.ts';
import { accessibleFaults } from '#tests/server/outside/pdf/accessible-faults.ts';
import { onPdf, pixelsOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { readCodes } from '#tests/server/outside/pdf/read-code.ts';

const FACTS: Omit<LetterFacts, 'language'> = {
  organisation: 'Demo General Hospital',
  support: '01632 960001 or help@demo.nhs.uk',
  caseNumber: 'C-000417',
  comesBack: true,
  letterhead: { name: 'Demo General Hospital', address: '1 Demo Lane\nDemo Town\nDE1 1MO' },
  to: windowLines('Ada Demo-Rowan', '12 Demo Road\nDemo Town\nDE2 3MO'),
  latinNames: {},
  url: 'https://consent.demo.nhs.uk/login/l_7Qm2Yt0aB3cD-F5gH6iJ7kL8mN9oP0qR1sT2uV3wX4',
  origin: 'https://consent.demo.nhs.uk',
  today: '2026-11-30',
  until: '2026-12-27',
  madeAt: Date.UTC(2026, 10, 30),
};
const LONG_NAME = 'The Royal Demo Infirmary and Demo General Hospitals University Teaching NHS Foundation Trust of the County';
const LONG_LINES =
  'Flat 4b, Whistlethwaite-Featherstonehaugh Court West Wing\nUpper Llanfairpwllgwyngyll\nThe Old Vicarage Estate\nNether Demo-on-the-Hill\nSouth Demoshire\nDE1 1MO';
const LONG: Partial<LetterFacts> = {
  organisation: LONG_NAME,
  letterhead: { name: LONG_NAME, address: LONG_LINES },
  to: windowLines('Wilhelmina Demo-Featherstonehaugh-Whistlethwaite', LONG_LINES),
};
const LETTERS = PAGE_LANGUAGES.flatMap((language) => [
  [language, 'short', { ...FACTS, language }] as const,
  [language, 'long', { ...FACTS, ...LONG, language }] as const,
]);

const MM = 72 / 25.4;
type Word = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** The words of a page with their edges, mm from its upper left corner. */
function wordsOf(pdf: Uint8Array): Word[] {
  const found = onPdf(pdf, 'pdftotext', '-bbox', 'FILE', '-').matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</gu,
  );
  return [...found].map(([, left, top, right, bottom, text = '']) => ({
    text,
    left: Number(left) / MM,
    right: Number(right) / MM,
    top: Number(top) / MM,
    bottom: Number(bottom) / MM,
  }));
}

test.each(LETTERS)(
  '%s, %s: one page, the address alone in the window, and a code that a phone reads',
  async (language, size, facts) => {
    const pdf = await wholePdf(letterDocument(facts));
    expect(onPdf(pdf, 'pdfinfo', 'FILE')).toMatch(/Pages:\s+1\b.*A4/su);
    expect(await accessibleFaults(pdf)).toEqual([]);
    expect(await readCodes(pdf, 1)).toEqual([facts.url]);
    const words = wordsOf(pdf);
    const address = words.filter(({ left, top }) => left < 120 && top > 35 && top < 92);
    expect(address.map(({ text }) => text).join(' ')).toBe(facts.to.join(' '));
    for (const { left, right, top, bottom } of address) {
      // The area of GOV.UK Notify; a line of letters has light above and below them.
      expect([left >= 24.5, right <= 120, top >= 44, bottom <= 66.8]).toEqual([true, true, true, true]);
    }
    // Everything that the window of a DL envelope may show around the address is white, wherever the page lies in it.
    const { width, grey } = pixelsOf(pdf, 1, 127);
    const isWhite = (x: number, y: number) => (grey[Math.round(y * 5) * width + Math.round(x * 5)] ?? 0) > 250;
    const marks: string[] = [];
    for (let y = 40; y < 95; y += 0.2)
      for (let x = 8; x < 122; x += 0.2)
        if (!isWhite(x, y) && !(x > 24 && x < 120.5 && y > 45 && y < 66.5)) marks.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
    expect(marks).toEqual([]);
  },
);

test.each(PAGE_LANGUAGES)(
  '%s: the whole address of the link stands beside the code, and no line of it ends in a hyphen',
  async (language) => {
    const pdf = await wholePdf(letterDocument({ ...FACTS, language }));
    const words = wordsOf(pdf).map(({ text }) => text);
    const first = words.findIndex((word) => word.startsWith('https://'));
    const shown = words.slice(first, first + 3);
    expect(shown.join('')).toContain(FACTS.url);
    expect(shown.filter((line) => line.endsWith('-'))).toEqual([]);
  },
);

test('the words of each language are there, and English stands below any other', () => {
  for (const language of PAGE_LANGUAGES) {
    const { blocks, window, title } = letterDocument({ ...FACTS, language });
    expect(window?.beside.at(-1)).toBe('C-000417');
    const text = JSON.stringify(blocks);
    for (const fact of ['C-000417', '01632 960001', 'consent.demo.nhs.uk/my-consent', FACTS.url]) expect(text).toContain(fact);
    expect(blocks.some((block) => block.kind === 'foreign')).toBe(language !== 'en');
    if (language !== 'en') expect(blocks.findIndex(({ kind }) => kind === 'heading')).toBe(1);
    expect(title).not.toBe('');
  }
});
