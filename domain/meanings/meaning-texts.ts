import type { StatementFacts } from '#domain/consents/form-statements.ts';
import type { CHOICE_ANSWERS } from '#domain/consents/consent.ts';
import type { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import type { Signed } from '#domain/consents/statements.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { STARTER_RIGHTS } from '#domain/templates/starter-rights.ts';
import type { STARTER_TEXTS } from '#domain/templates/starter-texts.ts';

/** The meanings of the signed statements; an empty text for a role that does not sign on these pages. */
export type StatementTexts = {
  readonly ofFirstShape: (role: SignerRole, named: Signed) => string;
  readonly ofSecondShape: (role: SignerRole, named: StatementFacts) => string;
  readonly ofWitness: (signer: string, method: 'MARK_WITNESSED' | 'VERBAL_WITNESSED') => string;
};

type Lines<English extends readonly string[]> = { readonly [At in keyof English]: string };

/**
 * The meanings, in one language, of all that signers sign under and that this product has written. They are pinned with a form, so that
 * other words need a record of their own: a tablet without a network may have pinned the present ones, and its calls arrive later.
 */
export type MeaningTexts = {
  readonly statements: StatementTexts;
  /** of the sentence under answers that are given after the signature */
  readonly later: string;
  /** the choices that a new consent starts with, by their ids */
  readonly choices: Readonly<Record<'blood' | 'photographs' | 'students' | 'tissue', string>>;
  readonly answers: Readonly<Record<(typeof CHOICE_ANSWERS)[number] | 'NONE', string>>;
  readonly titles: Readonly<Record<keyof typeof SIGNED_TITLES, string>>;
  readonly rights: {
    readonly title: string;
    readonly lines: Lines<typeof STARTER_RIGHTS.lines>;
  };
  readonly starter: Readonly<Record<keyof typeof STARTER_TEXTS, string>>;
  /** in the place of a meaning that nobody has written */
  readonly onlyEnglish: string;
  /** below a form's own text of which a part has no meaning */
  readonly restInEnglish: string;
  /** which words count, beside a signature: nobody has reviewed the meanings */
  readonly notReviewed: string;
};
