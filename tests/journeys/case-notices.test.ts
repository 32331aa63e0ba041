import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile } from '#tests/support/browser/browser.ts';
import { caseGiver } from '#tests/support/forms/given-case.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { heading, signAsClinician, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

// The notices about the person of a case: whom the form names, how old they are on the day, and who has assessed a child.

let caller: Caller;
let given: ReturnType<typeof caseGiver>;
let page: Page;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  given = caseGiver(server.origin, caller);
  page = await (await openProfile(browser)).context.newPage();
  await page.goto(server.origin);
  // A colleague of the clinician whose calls make the cases.
  await signIn(page, 'bch@demo.nhs.uk');
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));

const open = ({ recordID }: Pick<MadeCase, 'recordID'>) => page.goto(`${stage.server.origin}/consent?id=${recordID}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' });
const bornBefore = (years: number) => `${Number(today().slice(0, 4)) - years}-01-02`;

async function changePatient(patientID: string, change: { lastName?: string; dateOfBirth?: string }): Promise<void> {
  const { patient } = (await caller.ask('patientGetDetails', { id: patientID })).data;
  await caller.ask('patientUpdate', { id: patientID, version: patient.version, ...change });
}

test('a signed form that names another than the record shows both, is settled with a reason, and is open again after a further change', async () => {
  const made = await given('signed');
  await sealedDocument(stage.server.origin, caller, made);
  const { version } = (await caller.ask('recordDetails', { id: made.recordID })).data.record;
  const listed = { date: today(), theatre: '2', listType: 'THEATRE' } as const;
  await caller.ask('recordUpdate', { recordID: made.recordID, version, listed });
  await changePatient(made.patientID, { lastName: 'Demo-Married' });
  await open(made);
  await page.getByText('The signed form names another name').first().waitFor();
  await page.getByText(/In the record: Demo-Married/i).waitFor();
  await page.getByText('Do not give this to the patient until who this is has been checked.').first().waitFor();
  // No copy is printed by habit: whoever checks opens the documents first.
  const openPdf = page.getByRole('button', { name: 'Open the PDF' });
  expect(await openPdf.isVisible()).toBe(false);
  await page.getByText('Show the documents, to check who it is').first().click();
  await openPdf.waitFor();
  await expectAccessible(page, 'case-identity');
  await page
    .getByRole('link', { name: /^Check code/ })
    .first()
    .click();
  await heading(page, 'Check a signed form').waitFor();
  await page.getByText(/On the form: .* In the record: DEMO-MARRIED/).waitFor();
  await expectAccessible(page, 'verify-identity');
  const anybody = await (await openProfile(stage.browser)).context.newPage();
  await anybody.goto(page.url());
  await anybody.getByText('This form is real and in force').waitFor();
  expect(await anybody.getByText(/In the record/).count(), 'for anybody').toBe(0);
  await anybody.context().close();
  await open(made);
  await button('Check who this is').click();
  await dialog().waitFor();
  await expectAccessible(page, 'case-identity-question');
  expect(await button('Same person, details changed').isDisabled(), 'without a reason').toBe(true);
  await dialog().getByLabel('Why are the details different?').fill('Married since; passport seen');
  await button('Same person, details changed').click();
  await dialog().waitFor({ state: 'detached' });
  await button('Check who this is').waitFor({ state: 'detached' });
  expect(await page.getByText('Do not give this to the patient').count(), 'once it is settled').toBe(0);
  await expectAccessible(page, 'case-identity-accepted');
  await changePatient(made.patientID, { dateOfBirth: '1951-04-15' });
  await page.reload();
  await page.getByText('The signed form may be another person’s').first().waitFor();
  await expectAccessible(page, 'case-identity-other');
});

test('what a form leaves open is read above the signature, named on case, list and Home, and settled by a talk', async () => {
  const { origin } = stage.server;
  const person = { firstName: 'Ada', lastName: `Demo-Open ${Date.now()}`, dateOfBirth: '1950-03-04' };
  const answers = { blood: 'DISCUSS', photographs: null, students: 'DISCUSS', tissue: 'REFUSE' } as const;
  const additionalChoices = STARTER_CHOICES.map((each) => ({ ...each, answer: answers[each.id as keyof typeof answers] }));
  // The clinician of the case is whoever is at the screen.
  const own = await callerAs(origin, 'bch@demo.nhs.uk');
  const made = await makeCase(origin, own, { person, until: 'half', additionalChoices });
  const { version } = (await own.ask('recordDetails', { id: made.recordID })).data.record;
  const listed = { date: today(), theatre: '2', listType: 'THEATRE' } as const;
  await own.ask('recordUpdate', { recordID: made.recordID, version, listed });
  await open(made);
  await page.getByText('Talk about this before you sign').waitFor();
  await button('Sign as Demo Lead').click();
  await page.getByText('Say why this stays open').first().waitFor();
  await expectAccessible(page, 'case-open-sign');
  for (const name of ['blood transfusion', 'students watching or helping'])
    await page.getByLabel(`Why does this stay open: ${name}?`).fill('The ward talks with her tonight');
  await signAsClinician(page, 'Demo Lead');
  await page.getByText('Still open on this form').waitFor();
  await sealedDocument(origin, own, made);
  await page.reload();
  await page.getByText('Wants to talk about: blood transfusion').first().waitFor();
  await expectAccessible(page, 'case-open');
  await page.goto(`${origin}/listed`);
  await page.getByText('Wants to talk about: students watching or helping').first().waitFor();
  await expectAccessible(page, 'theatre-open');
  await page.goto(origin);
  await page
    .getByText(/Wants to talk about: blood transfusion/)
    .first()
    .waitFor();
  await expectAccessible(page, 'home-open');
  await open(made);
  await button('Talked about it').click();
  await dialog().waitFor();
  expect(await dialog().getByRole('button', { name: 'Talked about it' }).isDisabled(), 'nothing chosen').toBe(true);
  for (const box of await dialog().getByRole('checkbox').all()) await box.check();
  await dialog().getByLabel('What was said, and what was decided?').fill('She is content with it.');
  await expectAccessible(page, 'case-talk');
  await dialog().getByRole('button', { name: 'Talked about it' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText(/^Talked about: /).waitFor();
  expect(await page.getByText('Still open on this form').count()).toBe(0);
  await expectAccessible(page, 'case-talked');
});

test('a child between 8 and 12 who is to decide alone is assessed by a second person under an own account', async () => {
  const child = { firstName: 'Ada', lastName: `Demo-Alone ${Date.now()}`, dateOfBirth: bornBefore(10) };
  const { patient } = (await caller.ask('patientCreate', child)).data;
  const [library, templates] = await Promise.all([
    caller.ask('procedureGet', { page: 1, limit: 10, search: 'Tonsillectomy', status: 'ACTIVE' }),
    caller.ask('templatesGet', { page: 1, limit: 10, search: 'FORM_1' }),
  ]);
  const points = { treatment: true, risks: true, alternatives: true, weighs: true, free: true };
  const gillick = { able: true, reason: 'Explained it in own words', assessor: 'Demo Clinician', assessedAt: null, points };
  const made = await caller.ask('consentCreate', {
    patientID: patient.id,
    formType: 'FORM_1',
    templateID: templates.data.records[0]?._id ?? '',
    procedures: [{ procedureID: library.data.records[0]?.procedureID ?? '' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
    child: { agreement: 'AGREES', note: '', signs: false, gillick, tellParents: 'YES', encouraged: null },
  });
  await open(made);
  await button('Assess the child').waitFor();
  await expectAccessible(page, 'case-second-assessor');
  await button('Assess the child').click();
  await dialog().waitFor();
  await expectAccessible(page, 'case-assess-child-empty');
  for (const point of await dialog().getByRole('group').all())
    await point.getByRole('radio', { name: 'Yes', exact: true }).check();
  await dialog().getByLabel('Why do you judge so?').fill('Told it back in own words, without the parents in the room.');
  await expectAccessible(page, 'case-assess-child');
  await dialog().getByRole('button', { name: 'Record the assessment' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('Second assessor: Can decide').first().waitFor();
  await expectAccessible(page, 'case-second-assessed');
  await page.goto(`${stage.server.origin}/create-consent?consent=${made.consentID}&record=${made.recordID}`);
  await page.getByRole('button', { name: /Child/ }).first().click();
  await page.getByText('Few children of this age').first().waitFor();
  await expectAccessible(page, 'builder-child-second');
  expect(await page.getByText('Told it back in own words').count()).toBe(1);
});
