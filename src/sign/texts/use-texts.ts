import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { useTranslation } from './reading-language.ts';
import { createContext, useContext, type ReactNode } from 'react';
import type { HomeWords } from './home-texts.ts';
import { textsFor, type Texts } from './texts.ts';

/** The reader's role; null until it is known. */
export const ReaderRole = createContext<SignerRole | null>(null);

/** The parts of the form's pages in a visit by a link. */
type LinkParts = HomeWords & {
  /** the button beside an open question, which nobody answers face to face */
  readonly lookAgain: (refresh: () => Promise<void>) => ReactNode;
};

/** Set in a visit by a link; null on a tablet. */
export const ByLink = createContext<LinkParts | null>(null);

/** The texts of this visit's reader. */
export function useTexts(): Texts {
  const texts = (useTranslation()?.textsFor ?? textsFor)(useContext(ReaderRole));
  return useContext(ByLink)?.around(texts) ?? texts;
}
