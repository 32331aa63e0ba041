import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { templateTextsOf } from '#domain/templates/template-texts.ts';
import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import { isSignatureBlock } from '#domain/templates/template-words.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { MergeWords } from './form-merge.ts';

/** Names of the places for signatures, for texts that have some. */
type PlaceNames = Readonly<Record<SignatureBlockType, { readonly name: string }>>;

/** A rich text in words, its blocks apart. */
export function textWords(
  nodes: readonly TemplateNode[],
  { language, places }: { readonly language?: PatientLanguage; readonly places?: PlaceNames } = {},
): MergeWords[] {
  return nodes.flatMap((node): MergeWords[] => {
    if ('type' in node && node.type !== 'link' && isSignatureBlock(node))
      return places === undefined ? [] : [{ label: '', text: places[node.type].name }];
    const text = templateTextsOf([node]).join(' ').trim();
    return text === '' ? [] : [{ label: '', text, language }];
  });
}
