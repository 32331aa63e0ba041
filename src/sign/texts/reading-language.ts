import { languageAttributes, type PageLanguage, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { StatementTexts } from '#domain/meanings/meaning-texts.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { FootTexts } from './foot-texts.ts';
import type { FormTexts } from './form-texts.ts';
import type { HeardTexts } from './heard-texts.ts';
import type { HomeTexts } from './home-texts.ts';
import type { LaterTexts } from './later-texts.ts';
import type { LinkTexts } from './link-texts.ts';
import type { ReadAloudTexts } from './read-aloud-texts.ts';
import type { ResourceTexts } from './resource-texts.ts';
import type { UnderstandingTexts } from './understanding-texts.ts';
import type { RoleTexts } from './role-texts.ts';
import type { Texts } from './texts.ts';
import type { SignerStep } from '#src/sign/steps.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { createContext, useContext, type ReactNode } from 'react';

type Page = { readonly h1: string; readonly lines: readonly string[] };

/** The texts of one language beside English; equal arguments have equal answers. */
export type Dictionary = {
  readonly language: PatientLanguage;
  readonly textsFor: (role: SignerRole | null) => Texts;
  readonly formTextsFor: (role: SignerRole | null) => FormTexts;
  readonly home: HomeTexts;
  /** the page for a form that no tablet shows; undefined for pages of a visit by a link */
  readonly haltOf: (page: Page) => Page | undefined;
  readonly role: RoleTexts;
  readonly link: LinkTexts;
  readonly foot: FootTexts;
  readonly understanding: UnderstandingTexts;
  readonly heard: HeardTexts;
  readonly later: LaterTexts;
  readonly resources: ResourceTexts;
  readonly readAloud: ReadAloudTexts;
  /**
   * translations of fixed English sentences from outside these pages: refusals of the server, choices that a new consent starts
   * with
   */
  readonly sentences: Readonly<Record<string, string>>;
  readonly statements: StatementTexts;
  readonly about: AboutTexts;
};

/** Sentences about the language itself. */
type AboutTexts = {
  /** the label of the choice of a language */
  readonly languages: string;
  /** between two parts of one line */
  readonly comma: string;
  readonly unreviewed: string;
  /** between the meaning of the statement and its English words */
  readonly youSign: string;
  /** in the place of a meaning that is not known */
  readonly noMeaning: string;
  /** above facts that are shown in English alone */
  readonly inEnglish: string;
  readonly notLoaded: string;
  /** above a text of the form that is in English alone */
  readonly onlyEnglish: string;
};

/** A dictionary with the elements of its pages beside texts. */
export type Translated = Dictionary & {
  /** the meaning of the signed statement; it stands above the English one */
  readonly statement: (details: TicketDetails) => ReactNode;
  /** above a page of the form whose texts are in English alone */
  readonly note: (details: TicketDetails, at: SignerStep) => ReactNode;
  /** sent with a signature */
  readonly evidence: { readonly readIn: PatientLanguage };
};

/** The parts of the pages that depend on the reading language. */
export type Reading = {
  readonly language: PageLanguage;
  /** the texts in the place of the English ones */
  readonly translation: Translated | null;
  /** the languages to choose from, and the sentence that these texts are not reviewed; absent where English alone is offered */
  readonly picker?: ReactNode;
  readonly mark?: ReactNode;
};

/** Pages in English that offer no other language. */
export const PLAIN: Reading = { language: 'en', translation: null };

/** The language of the pages with its parts; English unless another is chosen. */
export const ReadingLanguage = createContext(PLAIN);

/** The language in which these pages are read. */
export function useReadingLanguage(): PageLanguage {
  return useContext(ReadingLanguage).language;
}

/** The texts in the place of the English ones; null while the pages are read in English. */
export function useTranslation(): Translated | null {
  return useContext(ReadingLanguage).translation;
}

/** Attributes of words that stay English on a page in another language. */
export const ENGLISH = languageAttributes('en');
