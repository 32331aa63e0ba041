import type { Dictionary } from './reading-language.ts';
import type { FormTexts } from './form-texts.ts';
import { byRole, type RoleChanges } from './form-texts-by-role.ts';
import { haltTexts, type HaltTexts } from './halt-texts.ts';
import { meaningsOf, type SentenceTexts } from './sentences.ts';
import { isForAnother, type Texts } from './texts.ts';

type DictionaryParts = Pick<
  Dictionary,
  | 'language'
  | 'home'
  | 'role'
  | 'link'
  | 'foot'
  | 'understanding'
  | 'heard'
  | 'later'
  | 'resources'
  | 'readAloud'
  | 'statements'
  | 'about'
> & {
  readonly texts: Texts;
  readonly textsForOthers: Texts;
  /** the patient's */
  readonly form: FormTexts;
  readonly roles: RoleChanges;
  readonly halt: HaltTexts;
  readonly sentences: SentenceTexts;
};

/** The dictionary of one language, from its texts. */
export function dictionaryOf({ texts, textsForOthers, form, roles, halt, sentences, ...parts }: DictionaryParts): Dictionary {
  return {
    ...parts,
    textsFor: (role) => (isForAnother(role) ? textsForOthers : texts),
    formTextsFor: byRole(form, roles),
    haltOf: ({ h1 }) => {
      if (h1 === haltTexts.outdated.h1) return halt.outdated;
      return h1 === haltTexts.replaced.h1 ? halt.replaced : undefined;
    },
    sentences: meaningsOf(sentences, texts),
  };
}
