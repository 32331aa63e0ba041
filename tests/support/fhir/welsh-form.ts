import type { Output } from '#contract/calls.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { aPatient, procedureId, sent, signIn, templateId, testNhsNumber } from '#tests/support/forms/builders.ts';
import { publish } from '#tests/support/forms/procedures.ts';
import { translatedProcedure, translatedTemplate, withTranslations } from '#tests/support/forms/translations.ts';
import type { Staff } from './case-maker.ts';

/** A form that a patient who reads Welsh is shown in Welsh as well; its procedure and its template are translated for it. */
export async function sentInWelsh(app: TestApp, staff: Staff): Promise<Output<'consentSend'>['data']> {
  app.deps.settings.patientLanguages = ['cy'];
  const people = { editor: await signIn(app, 'bch@demo.nhs.uk'), publisher: await signIn(app, 'admin@demo.nhs.uk') };
  const { data } = await staff.call('procedureGetDetails', { id: await procedureId(staff) });
  const { procedureID, version, revision } = data;
  const translations = [translatedProcedure('cy', data)];
  const change = { procedureID, version, revision, translations, reviewDate: '2027-08-06', owner: 'Demo lead' };
  await publish(people, (await people.editor.call('procedureUpdate', change)).data);
  const id = await templateId(staff);
  const found = (await staff.call('templatesGet', { limit: 100 })).data.records.find(({ _id }) => _id === id)!;
  await staff.call('templatesUpdate', withTranslations(found, [translatedTemplate('cy', found.data)]));
  const person = aPatient({ nhsNumber: testNhsNumber(2), communication: { language: 'cy' } });
  const { patient } = (await staff.call('patientCreate', person)).data;
  return sent(staff, { patientID: patient.id });
}
