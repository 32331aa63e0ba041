import type { Page } from 'playwright';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';
import { englishForm } from '#src/sign/texts/form-texts.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { roleTexts } from '#src/sign/texts/role-texts.ts';
import { english } from '#src/sign/texts/texts.ts';

/** Every fixed sentence in texts, in no order. */
export function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(sentencesOf) : [];
}

const ENGLISH = sentencesOf([english, englishForm, linkTexts, roleTexts]);

/**
 * The language and direction of a page, and its words that are English without saying so: sentences of the English pages, and on a page
 * in Arabic any Latin letters outside of names, marked words and isolates; and Arabic letters that are marked as English.
 */
export function languageOf(page: Page, language: Dictionary['language']) {
  return page.evaluate(
    ({ sentences, isArabic }) => {
      const unmarked: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        const lang = node.parentElement?.closest<HTMLElement>('body [lang]')?.lang ?? '';
        if (lang.startsWith('en') && /[\u0600-\u06FF]/.test(text)) unmarked.push(text.trim());
        if (node.parentElement?.closest('body [lang], bdi, [dir="auto"], script') != null) continue;
        const own = text.replaceAll(/\u2068[^\u2069]*\u2069/g, '').replaceAll('NHS', '');
        if (sentences.includes(text.trim()) || (isArabic && /[A-Za-z]{2}/.test(own))) unmarked.push(text.trim());
      }
      const { lang, dir } = document.documentElement;
      return { lang, dir, unmarked };
    },
    { sentences: ENGLISH, isArabic: language === 'ar' },
  );
}
