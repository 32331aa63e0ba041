import * as v from 'valibot';
import { OfferedChoices } from '#domain/forms/choice-detail.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { TemplateNodes } from './template-nodes.ts';
import { composedNodes } from './template-texts.ts';
import { IdentityLine, SingleLine } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { SPECIALITY_MOST } from '#domain/organisation/organisation.ts';

/** The fields of a template that a person writes. */
export const TemplateFields = {
  name: IdentityLine({ label: 'Name', least: 1, most: NAME_MOST }),
  formType: v.picklist(FORM_TYPES, 'Choose the type of form'),
  speciality: v.optional(v.nullable(SingleLine({ label: 'Speciality', least: 1, most: SPECIALITY_MOST })), null),
  data: v.pipe(
    TemplateNodes,
    v.transform((nodes) => composedNodes(nodes)),
  ),
  /** The choices that a form asks beside those of every form; absent in an edit: as stored. */
  choices: v.optional(OfferedChoices),
};
