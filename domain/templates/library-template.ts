import * as v from 'valibot';
import { OfferedChoices } from '#domain/forms/choice-detail.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { translationsOf } from './translation.ts';
import { TemplateNode } from './template.ts';
import { TemplateTranslation } from './template-translation.ts';
import { IdentityLine, Uuid } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';

/** A template in the shape of the wire; editing makes a new version. */
export const Template = v.object({
  _id: Uuid,
  name: IdentityLine({ label: 'Name', least: 1, most: NAME_MOST }),
  formType: v.picklist(FORM_TYPES),
  speciality: v.optional(v.nullable(v.string()), null),
  version: v.number(),
  /** number of saves; each one makes a version. Copies of earlier builds lack it, and the two fields after it */
  revision: v.optional(v.number()),
  changedAt: v.optional(v.nullable(v.string()), null),
  /** name of the person who made this version; null for one that the product came with */
  changedBy: v.optional(v.nullable(v.string()), null),
  data: v.array(TemplateNode),
  /** The choices that a form asks beside those of every form; absent without any. */
  choices: v.optional(OfferedChoices),
  /** absent from copies of earlier builds, which do not know whether there are any */
  translations: v.optional(translationsOf(TemplateTranslation)),
});
export type Template = v.InferOutput<typeof Template>;

const TYPE_IN_FRONT = new RegExp(`^(?:${FORM_TYPES.join('|')})\\s+`);

/** The name without the form's type in front, which is shown beside it: `Agreement` of `FORM_1 Agreement`. */
export function nameWithoutType(name: string): string {
  return name.replace(TYPE_IN_FRONT, '');
}
