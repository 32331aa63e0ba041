import { capitalised } from '#domain/base/capitalised.ts';
import { LETTER_WORDS } from '#domain/notifications/letter-words.ts';
import { MAIL_WORDS } from '#domain/notifications/mail-words.ts';
import { SMS_WORDS } from '#domain/notifications/sms-words.ts';
import { phoneOf } from '#domain/notifications/sms.ts';
import { OWN_PAGE_PATH } from '#domain/signing/own-page.ts';
import { isPatientLanguage, type PageLanguage } from '#domain/values/patient-languages.ts';
import type { LatinNames } from '#domain/values/printable.ts';
import type { PdfBlock, PdfDocument, PdfLetterhead } from '#server/outside/pdf/blocks.ts';
import { heading, paragraph } from '#server/work/documents/content/document-parts.ts';

/** All that a letter may say beside the name and the address in its window: nothing of a clinician or a procedure can be passed. */
export type LetterFacts = {
  readonly language: PageLanguage;
  readonly organisation: string;
  /** the ways to reach it, as the server tells them */
  readonly support: string;
  readonly caseNumber: string;
  /** whether its reader comes back at the public address */
  readonly comesBack: boolean;
  readonly letterhead: PdfLetterhead;
  /** the lines in the window, the name first */
  readonly to: readonly string[];
  readonly latinNames: LatinNames;
  /** that opens the form */
  readonly url: string;
  /** of the signers' pages: `https://consent.example.nhs.uk` */
  readonly origin: string;
  /** plain date */
  readonly today: string;
  /** the last whole day of the link, plain date */
  readonly until: string;
  /** epoch ms */
  readonly madeAt: number;
};

/** A letter with a link to somebody who signs: one page for a DL envelope with a window, in their language and in English below. */
export function letterDocument(facts: LetterFacts): PdfDocument {
  const { language, letterhead, to, latinNames, today, caseNumber, madeAt } = facts;
  const own = isPatientLanguage(language) ? language : undefined;
  return {
    title: MAIL_WORDS[language].ask,
    fileTitle: 'Letter about a form',
    subject: 'Letter',
    language: 'en-GB',
    ...(own && { patientLanguage: own }),
    latinNames,
    createdAt: madeAt,
    letterhead,
    window: { to, beside: [SMS_WORDS[language].date(today), caseNumber], ...(own && { language: own }) },
    footer: {},
    blocks: own
      ? [{ kind: 'foreign', language: own, blocks: part(facts, language) }, heading(MAIL_WORDS.en.ask), ...part(facts, 'en')]
      : part(facts, 'en'),
  };
}

/** The letter in one language. The code stands once, in the first. */
function part(facts: LetterFacts, language: PageLanguage): PdfBlock[] {
  const { organisation, support, caseNumber, comesBack, url, origin, until } = facts;
  const mail = MAIL_WORDS[language];
  const letter = LETTER_WORDS[language];
  const { contact, date } = SMS_WORDS[language];
  const together = { text: letter.together(capitalised(contact(phoneOf(support)))), bold: true };
  const isFirst = language === facts.language;
  return [
    paragraph(`${mail.patientOf(organisation)} ${mail.readAndAnswer}`),
    isFirst
      ? { kind: 'linkCode', url, alt: letter.code, scan: letter.scan, orType: letter.orType, spans: [together] }
      : { kind: 'paragraph', spans: [{ text: `${letter.scan} ` }, together] },
    paragraph(`${mail.until(date(until))} ${mail.pageAsks}`),
    paragraph(letter.isItReal(contact(support), caseNumber)),
    ...(comesBack ? [paragraph(letter.comeBack(`${new URL(origin).host}${OWN_PAGE_PATH}`))] : []),
  ];
}
