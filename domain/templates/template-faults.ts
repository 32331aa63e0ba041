import { hasInk } from '#domain/values/ink.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { TemplateNode } from './template.ts';
import { paragraphLengths, templateTextsOf } from './template-texts.ts';
import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import { signatureBlocksOf } from './template-words.ts';
import { PREVIEW_PARAGRAPH_MOST, PREVIEW_TEXT_MOST } from './html-reader.ts';
import { hasControl } from '#domain/values/text.ts';

/** Each place for signatures as it is named in a sentence. */
const BLOCK_NAMES: Readonly<Record<SignatureBlockType, string>> = {
  'consent-patient': 'the place where the patient signs',
  'consent-clinic': 'the place where the clinician signs',
  'consent-interpreter': 'the place where the interpreter signs',
};

type Written = { readonly formType: FormType; readonly data: readonly TemplateNode[] };

/** The places for signatures that a form of its type cannot do without, and that the text does not have: somebody signs there, or may. */
export function missingBlocks({ formType, data }: Written): SignatureBlockType[] {
  const present = signatureBlocksOf(data);
  return FORMS[formType].blocks.filter((each) => !present.includes(each));
}

type TemplateFault = { path: 'data'; message: string };

/** The faults that keep a text from being a template of its form type, a sentence each. */
export function templateFaults({ formType, data }: Written): TemplateFault[] {
  const texts = templateTextsOf(data);
  const missing = missingBlocks({ formType, data }).map((each) => `Add ${BLOCK_NAMES[each]}`);
  return [
    ...(texts.some(hasInk) ? [] : [faultOf('Write the text of the form')]),
    ...missing.map(faultOf),
    ...(texts.some(hasControl) ? [faultOf('The text holds characters that cannot be shown. Please remove them.')] : []),
    ...tooLongFaults(data),
  ];
}

/** The faults that keep a text from being drawn as a preview: only its length. */
export function tooLongFaults(data: readonly TemplateNode[]): TemplateFault[] {
  const messages = [
    ...(isTooLong(templateTextsOf(data))
      ? [`A template has at most ${PREVIEW_TEXT_MOST} characters. Please make it shorter.`]
      : []),
    ...(paragraphLengths(data).some((length) => length > PREVIEW_PARAGRAPH_MOST)
      ? [`A paragraph has at most ${PREVIEW_PARAGRAPH_MOST} characters. Please make it shorter.`]
      : []),
  ];
  return messages.map(faultOf);
}

function faultOf(message: string): TemplateFault {
  return { path: 'data', message };
}

function isTooLong(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) > PREVIEW_TEXT_MOST;
}
