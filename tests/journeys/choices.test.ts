import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import type { Profile } from '#tests/support/browser/browser.ts';
import {
  chooseProcedure,
  createPatient,
  goToStep,
  handOver,
  heading,
  openSignedIn,
  press,
  readToSignature,
} from '#tests/support/browser/journey.ts';
import { shotOfPdf } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { callerAs, sealedDocument, type Caller } from '#tests/support/forms/made-cases.ts';
import { aProcedure } from '#tests/support/forms/procedures.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const NAME = 'Demo with choices';
const PERSON = { firstName: 'Ida', lastName: 'Demo-Choices', dateOfBirth: '1956-08-14' };
const PLATELETS = 'May we give platelets?';

let profile: Profile;
let page: Page;
let bch: Caller;
let procedureID = '';
let recordID = '';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-choices-'));
const stage = openStage(
  async ({ server, browser }) => {
    bch = await callerAs(server.origin, 'bch@demo.nhs.uk');
    const admin = await callerAs(server.origin, 'admin@demo.nhs.uk');
    const choices = [
      { id: 'pork', words: { ask: 'May we use products of pigs?', REFUSE: 'NO PORK PRODUCTS' }, isSafety: true },
      { id: 'film', words: { ask: 'May we film the operation?' } },
    ];
    const { data } = await bch.ask('procedureCreate', aProcedure({ procedureName: NAME, choices, bloodNotAsked: true }));
    ({ procedureID } = data);
    await bch.ask('procedureUpdateStatus', { procedureID, revision: data.revision, status: 'UNDER_REVIEW' });
    await admin.ask('procedureUpdateStatus', { procedureID, revision: data.revision, status: 'ACTIVE' });
    ({ profile, page } = await openSignedIn(browser, server.origin, { email: 'bch@demo.nhs.uk' }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  profile.expectQuiet();
});

test('a procedure shows its choices as theatre reads them', async () => {
  await page.goto(`${stage.server.origin}/procedure?id=${procedureID}`);
  await heading(page, NAME).waitFor();
  const region = page.getByRole('region', { name: 'Choices of the patient' });
  await region.getByText('NO PORK PRODUCTS').waitFor();
  await region.getByText('Blood is not asked about').waitFor();
  await expectAccessible(page, 'procedure-choices');
});

test('its editor writes another one, with its own words', async () => {
  await page.goto(`${stage.server.origin}/procedure?id=${procedureID}&mode=edit`);
  const region = page.getByRole('region', { name: 'Choices of the patient' });
  await region.getByRole('button', { name: 'Add a choice' }).click();
  await region.getByLabel('Choice 3', { exact: true }).fill(PLATELETS);
  const fields = region.getByRole('group', { name: `How theatre reads: ${PLATELETS}` });
  await fields.getByLabel(/^After a no, theatre reads/).fill('NO PLATELETS');
  await fields.getByText('Words for the other answers').click();
  await fields.getByLabel(/^After a wish to talk, theatre reads/).fill('PLATELETS: WANTS TO TALK');
  await expectAccessible(page, 'procedure-edit-choices');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('NO PLATELETS').waitFor();
});

test('a template has choices of its own', async () => {
  const [template] = (await bch.ask('templatesGet', { search: 'FORM_1' })).data.records;
  await page.goto(`${stage.server.origin}/templates?id=${template?._id ?? ''}&mode=copy`);
  await heading(page, 'Copy of a template').waitFor();
  const region = page.getByRole('region', { name: 'Choices of the patient' });
  await region.getByRole('button', { name: 'Add a choice' }).click();
  await region.getByLabel('Choice 1', { exact: true }).fill(PLATELETS);
  await region.getByLabel(/^After a no, theatre reads/).fill('NO PLATELETS');
  await region.getByText('It is about safety').click();
  await expectAccessible(page, 'template-edit-choices');
  await page.getByLabel('Name', { exact: true }).fill('Demo template with a choice');
  await page.getByRole('button', { name: /^(?:Save|Create)/ }).click();
  await page.getByRole('link', { name: 'Demo template with a choice' }).click();
  await heading(page, 'Demo template with a choice').waitFor();
  await page.getByText('NO PLATELETS').waitFor();
  await expectAccessible(page, 'template-choices');
});

test('a form asks what its procedure asks, and reads a no in its words', async () => {
  await page.goto(`${stage.server.origin}/patient?mode=new&purpose=consent`);
  await createPatient(page, PERSON);
  await page.waitForURL(/create-consent\?patient=/);
  await chooseProcedure(page, 'with choices', NAME);
  await page.getByRole('radio', { name: /^Form 1/ }).check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/consent=.*record=/);
  await goToStep(page, 'What matters');
  expect(await page.getByLabel(/^May we give blood/).count()).toBe(0);
  await page.getByLabel('May we use products of pigs?', { exact: true }).selectOption({ label: 'No' });
  await expectAccessible(page, 'builder-choices');
  await goToStep(page, 'Review');
  await page.getByText('NO PORK PRODUCTS').first().waitFor();
  await expectAccessible(page, 'builder-review-choices');
  await page.getByLabel(/^I have talked this through with/).check();
  await page.getByLabel(/^I judge that/).check();
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await page.waitForURL(/\/consent\?id=/);
  recordID = new URL(page.url()).searchParams.get('id') ?? '';
});

test('the patient signs, and case and document read the no alone', async () => {
  await handOver(page);
  await readToSignature(page);
  await page.getByRole('radio', { name: 'Type my name' }).check();
  await page.getByLabel('Your name').fill('Ida Demo-Choices');
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  const { consents } = (await bch.ask('recordDetails', { id: recordID })).data;
  const form = consents[0]!;
  await bch.ask('recordSign', {
    consentID: form.consentID,
    role: 'CLINICIAN',
    name: form.clinician.name,
    method: 'TYPED',
    typedName: form.clinician.name,
    statement: form.statements['CLINICIAN'] ?? '',
    contentDigest: form.contentDigest ?? '',
    capturedAt: new Date().toISOString(),
  });
  const pdf = await sealedDocument(stage.server.origin, bch, { recordID, consentID: form.consentID, patientID: form.patientID });
  const [firstPage = ''] = onPdf(Buffer.from(pdf), 'pdftotext', 'FILE', '-').split('\f');
  expect(firstPage).toContain('NO PORK PRODUCTS');
  const file = path.join(folder, 'choices.pdf');
  fs.writeFileSync(file, pdf);
  shotOfPdf(file, 'choices');
  await page.goto(stage.server.origin);
});
