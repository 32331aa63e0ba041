import type { Output } from '#contract/calls.ts';
import { STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { sent, templateId, type Caller } from './builders.ts';
import { sent2 } from './form-2.ts';
import { formFourDraft } from './form-4.ts';

type Version = Output<'consentSend'>['data'];

/** A form of each type that was sent to its signers with these choices. */
export const FORMS_WITH_CHOICES: Readonly<
  Record<FormType, (staff: Caller, additionalChoices: AdditionalChoice[]) => Promise<Version>>
> = {
  FORM_1: async (staff, additionalChoices) => sent(staff, { additionalChoices }),
  FORM_2: async (staff, additionalChoices) => sent2(staff, { additionalChoices }),
  FORM_3: async (staff, additionalChoices) =>
    sent(staff, { formType: 'FORM_3', templateID: await templateId(staff, 'FORM_3'), additionalChoices }),
  FORM_4: async (staff, additionalChoices) => {
    const { consentID, version } = await formFourDraft(staff, { additionalChoices });
    return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
  },
};

/** A choice about safety and one that is not, with these answers. */
export function bloodAndStudents(blood: AdditionalChoice['answer'], students: AdditionalChoice['answer']): AdditionalChoice[] {
  return STARTER_CHOICES.filter(({ id }) => id === 'blood' || id === 'students').map((each) => ({
    ...each,
    answer: each.id === 'blood' ? blood : students,
  }));
}
