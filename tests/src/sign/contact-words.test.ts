import { expect, test } from 'vitest';
import { arabicHome } from '#src/sign/texts/ar/home-texts.ts';
import { arabicLink } from '#src/sign/texts/ar/link-texts.ts';
import { arabicForm } from '#src/sign/texts/ar/form-texts.ts';
import { arabicRoles } from '#src/sign/texts/ar/by-role.ts';
import { contactWords } from '#domain/organisation/contact-words.ts';
import { welshHome } from '#src/sign/texts/cy/home-texts.ts';
import { welshLink } from '#src/sign/texts/cy/link-texts.ts';
import { welshForm } from '#src/sign/texts/cy/form-texts.ts';
import { welshRoles } from '#src/sign/texts/cy/by-role.ts';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { byRole, formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { englishHome } from '#src/sign/texts/home-texts.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';

const PHONE = '01632 960001';
const MAIL = 'help@a.example';
const LANGUAGES = {
  en: { home: englishHome, link: linkTexts, ring: /ring \S*$/i, write: 'write to ' },
  cy: { home: welshHome, link: welshLink, ring: /ffoniwch \S*$/i, write: 'ysgrifennwch at ' },
  ar: { home: arabicHome, link: arabicLink, ring: /اتصل بـ \S*$/, write: 'اكتب إلى ' },
} as const;

/** Every sentence of a visit by a link that names the hospital's contact. */
function sentencesOf(language: keyof typeof LANGUAGES, support: string): string[] {
  const { home, link } = LANGUAGES[language];
  const all = JSON.stringify(home({ organisation: 'Demo Hospital', support }));
  const found = (JSON.parse(`[${[...all.matchAll(/"(?:[^"\\]|\\.)*"/g)].join(',')}]`) as string[]).filter((each) =>
    /@|\d{3}/.test(each),
  );
  return [...found, link.locked.ring(support), link.mistake.ring(support), link.after.mind(support)];
}

test.each(['en', 'cy', 'ar'] as const)('nobody is told to ring an address, nor to write to a number: %s', (language) => {
  const { ring, write } = LANGUAGES[language];
  for (const support of [PHONE, MAIL, `${PHONE} or ${MAIL}`]) {
    const sentences = sentencesOf(language, support);
    expect(sentences.length).toBeGreaterThan(5);
    for (const each of sentences) {
      const [beforeMail] = each.split(MAIL);
      if (support !== PHONE) expect(beforeMail?.replaceAll(/[\u2066-\u2069]/g, '').endsWith(write), each).toBe(true);
      if (support !== PHONE) expect(beforeMail ?? '', each).not.toMatch(ring);
      expect(each.replaceAll(/[\u2066-\u2069]/g, ''), each).not.toContain(`${write}${PHONE}`);
    }
  }
});

test('the ways to reach a hospital, as the end of a sentence', () => {
  expect(contactWords(PHONE)).toBe('ring 01632 960001');
  expect(contactWords(MAIL)).toBe('write to help@a.example');
  expect(contactWords(`${PHONE} or ${MAIL}`)).toBe('ring 01632 960001 or write to help@a.example');
  expect(contactWords('the hospital')).toBe('ring the hospital');
});

test('an unanswered choice is of whoever was asked: a parent reads "you", and nobody reads that the patient was', () => {
  const roles = { en: formTextsFor, cy: byRole(welshForm, welshRoles), ar: byRole(arabicForm, arabicRoles) };
  const own = { en: englishForm, cy: welshForm, ar: arabicForm };
  for (const language of ['en', 'cy', 'ar'] as const) {
    const words = (role: Parameters<typeof formTextsFor>[0]) => roles[language](role).choices.unanswered;
    for (const role of ['PATIENT', 'PARENT', 'CHILD'] as const) expect(words(role), role).toBe(own[language].choices.unanswered);
    // Of these the page does not say who was asked.
    for (const role of ['INTERPRETER', 'CONSULTEE', 'WITNESS', 'SECOND_OPINION'] as const) {
      expect(words(role), role).not.toBe(own[language].choices.unanswered);
      expect(words(role)).not.toMatch(/patient|claf|المريض/i);
    }
  }
});
