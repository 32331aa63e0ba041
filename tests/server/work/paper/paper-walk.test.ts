import { afterAll, expect, test } from 'vitest';
import { PAPER_TICKS, type PaperTick } from '#domain/consents/paper-ticks.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { bloodAndStudents, FORMS_WITH_CHOICES } from '#tests/support/forms/forms-with-choices.ts';
import { checkOf } from '#tests/support/forms/ticks-on-paper.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { attachmentOf, onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { everybody, paperDesk } from './paper-desk.ts';

// Each tick of each choice on a paper of each form: the sealed file, the list and the record for other systems say the same.

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const { upload, printed, faultsOf } = paperDesk(app, () => staff);

type Outcome = { readonly open: readonly string[]; readonly refusals: readonly string[] };

/** That which a tick for blood leaves open, and refuses. */
const BLOOD: Readonly<Record<PaperTick, Outcome>> = {
  ACCEPT: { open: [], refusals: [] },
  REFUSE: { open: [], refusals: ['NO BLOOD TRANSFUSION'] },
  DISCUSS: { open: ['Wants to talk about: blood transfusion'], refusals: [] },
  NONE: { open: ['Not answered: blood transfusion'], refusals: [] },
  UNCLEAR: { open: ['Ticked on paper, but cannot be read: blood transfusion'], refusals: [] },
};
/** The same for students: a choice that is not about safety may stay unanswered. */
const STUDENTS: Readonly<Record<PaperTick, Outcome>> = {
  ACCEPT: { open: [], refusals: [] },
  REFUSE: { open: [], refusals: ['NO STUDENTS WATCHING OR HELPING'] },
  DISCUSS: { open: ['Wants to talk about: students watching or helping'], refusals: [] },
  NONE: { open: [], refusals: [] },
  UNCLEAR: { open: ['Ticked on paper, but cannot be read: students watching or helping'], refusals: [] },
};
const FORMS = ['FORM_1', 'FORM_2', 'FORM_3'] as const;
const ROWS = FORMS.flatMap((form) =>
  PAPER_TICKS.flatMap((blood, at) => [
    { form, blood, students: PAPER_TICKS[(at + 1) % PAPER_TICKS.length]! },
    { form, blood, students: PAPER_TICKS[(at + 3) % PAPER_TICKS.length]! },
  ]),
);
const walked = { papers: 0, forms: FORMS.length, ticks: PAPER_TICKS.length, told: 0 };
afterAll(() => printFigure(`ticks on paper: ${JSON.stringify(walked)}`));

test.each(ROWS)(
  '$form, blood $blood, students $students: file, list and record say the same',
  async ({ form, blood, students }) => {
    const version = await FORMS_WITH_CHOICES[form](staff, bloodAndStudents(null, null));
    const { consentID, recordID } = version;
    const scan = await upload(consentID, await printed(consentID));
    const said = checkOf(version, scan, { signers: everybody(version), ticks: { blood, students } });
    const { data } = await staff.call('recordConfirmScan', said);
    expect(data.laterAnswers).toMatchObject([{ method: 'PAPER_SCAN' }]);
    await app.doJobs();
    const today = localDate(app.clock.now(), app.deps.settings.timeZone);
    const { version: number } = (await staff.call('recordDetails', { id: recordID })).data.record;
    await staff.call('recordUpdate', { recordID, version: number, listed: { date: today, theatre: '1', listType: 'THEATRE' } });
    const rows = (await staff.call('patientListed', { startDate: today, endDate: today })).data;
    const open = [...BLOOD[blood].open, ...STUDENTS[students].open];
    const refusals = [...BLOOD[blood].refusals, ...STUDENTS[students].refusals];
    const row = rows.find((each) => each.recordID === recordID)!;
    expect([row.light, row.openPoints?.toSorted(), row.refusals.toSorted()]).toEqual([
      open.length === 0 ? 'GREEN' : 'AMBER',
      open.toSorted(),
      refusals.toSorted(),
    ]);
    const file = await staff.download(consentID);
    const [first = ''] = onPdf(file, 'pdftotext', 'FILE', '-').split('\f');
    const page = first.replaceAll(/\s+/g, ' ');
    for (const words of [...open, ...refusals]) expect(page).toContain(words);
    if (blood !== 'REFUSE') expect(page).not.toContain('NO BLOOD');
    expect(attachmentOf(file, 'content.json')).toContain('"PAPER_SCAN"');
    expect(onPdf(file, 'pdfdetach', '-list', 'FILE')).toMatch(/scan/i);
    const { text: fhir } = await app.ask({
      method: 'GET',
      url: `/api/patient/get/bundle?id=${data.patientID}`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(fhir.includes('"type":"deny","code":[{"text":"blood transfusion"}]')).toBe(blood === 'REFUSE');
    expect(await faultsOf(version)).toEqual([]);
    walked.papers += 1;
    walked.told += open.length + refusals.length;
  },
);
