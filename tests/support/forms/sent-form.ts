import type { Caller } from './made-cases.ts';
import { mailsTo } from '#tests/support/people/mails.ts';

/** A form that is ready, of a patient of its own. `name` is the patient's. */
export type SentForm = {
  readonly consentID: string;
  readonly recordID: string;
  readonly patientID: string;
  readonly name: string;
};

type Around = {
  readonly emailAddress: string | null;
  readonly restricted?: boolean;
  /** Ines Demo-Interpreter, who signs too */
  readonly interpreter?: { readonly emailAddress: string };
};

let count = 0;

/** Makes a form ready for signing on the device; who signs by a link is asked afterwards. */
export async function sentForm({ ask }: Caller, { emailAddress, restricted = false, interpreter }: Around): Promise<SentForm> {
  count += 1;
  const person = { firstName: 'Ada', lastName: `Demo-Link ${'abcdefghij'[count] ?? count}`, dateOfBirth: '1950-03-14' };
  const { patient } = (await ask('patientCreate', { ...person, ...(emailAddress === null ? {} : { emailAddress }) })).data;
  if (restricted)
    await ask('patientUpdate', { id: patient.id, version: patient.version, restricted, reason: 'Asked for by the patient' });
  const search = { page: 1, limit: 10, status: 'ACTIVE' } as const;
  const library = (await ask('procedureGet', { ...search, search: 'Cataract surgery' })).data.records;
  const templates = (await ask('templatesGet', { page: 1, limit: 10, search: 'FORM_1' })).data.records;
  const { consentID, recordID, version } = await ask('consentCreate', {
    patientID: patient.id,
    formType: 'FORM_1',
    templateID: templates[0]?._id ?? '',
    procedures: [{ procedureID: library[0]?.procedureID ?? '', side: 'RIGHT', site: 'eye' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: interpreter !== undefined,
    ...(interpreter === undefined
      ? {}
      : {
          interpreter: {
            name: 'Ines Demo-Interpreter',
            language: 'Portuguese',
            mode: 'PHONE',
            adult: true,
            signing: 'LINK',
            ...interpreter,
          },
        }),
  });
  await ask('consentSend', { consentID, version, channel: 'DEVICE' });
  return { consentID, recordID, patientID: patient.id, name: `${person.firstName} ${person.lastName}` };
}

/** The tokens of the links that were mailed to an address, oldest first. */
export async function mailedTokens(mailFolder: string, address: string): Promise<string[]> {
  return (await mailsTo({ mailFolder }, address)).flatMap(({ link }) =>
    link?.includes('/login/l_') === true ? [link.split('/').at(-1) ?? ''] : [],
  );
}
