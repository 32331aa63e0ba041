import { expect, test } from 'vitest';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import type { Output } from '#contract/calls.ts';
import { callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { callerOf, inked, signAll, signIn, typed, wave, type Caller } from '#tests/support/forms/builders.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, formFourSent } from '#tests/support/forms/form-4.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

type Sent = Output<'consentSend'>['data'];

const pagesOf = (pdf: Buffer): string[] =>
  onPdf(pdf, 'pdftotext', '-raw', 'FILE', '-')
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replaceAll(/\s+/g, ' '));
const verdict = async (file: Uint8Array) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(file)]) })).data;

/** The holder of a ticket for the signer at one place. */
async function ticketAt(staff: Caller, { consentID, recipients }: Sent, place: number) {
  const role = recipients[place - 1]!.role;
  const { ticket } = await staff.call('consentSendToSign', { consentID, role, signing_order: place });
  const holder = callerOf(app, ticket);
  const details = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
  const name = recipients[place - 1]!.recipient_name;
  return { ...holder, details, given: inked(details, { signing_order: place, name }) };
}

const currentVersion = async (staff: Caller, { recordID }: Sent) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!.version;

test('parents who differ, a mark with its witness and a child who did not sign are all in the sealed document', async () => {
  const staff = await signIn(app);
  const version = await sent2(staff, allSign());
  const father = await ticketAt(staff, version, 2);
  await father.call('recordDecline', { consentID: version.consentID, reason: 'Not yet ᚠᚢ ᚦ' });
  const mother = await ticketAt(staff, version, 1);
  const witness = { name: 'Wendy Demo-Witness', role: 'Nurse', adult: true, method: 'DRAWN' as const, strokes: wave() };
  await mother.call('recordSign', { ...mother.given, method: 'MARK_WITNESSED', witness });
  await staff.call('recordSign', typed(version));
  const outcome = { outcome: 'ONE_SUFFICES' as const, note: 'Both were asked again' };
  const settle = async (note: string) => {
    const about = { consentID: version.consentID, version: await currentVersion(staff, version) };
    return { ...about, ...outcome, note };
  };
  await staff.call('recordDisagreement', await settle('Both were asked again ᚠ'));
  await app.doJobs();

  const pages = pagesOf(await staff.download(version.consentID));
  expect(pages[0]).toContain('Ben Demo-Father did not agree Not yet [words in another script: in the attached record]');
  expect(pages[0]).toMatch(
    /Who decided A parent, or another adult with responsibility: Ada Demo-Mother Did not agree Ben Demo-Father, parent, 6 August 2026, 15:0\d:\d\d BST; identity not separately confirmed/,
  );
  const text = pages.join(' ');
  expect(pages[0]).toMatch(
    /identity not separately confirmed Disagreement The consent of one adult is enough\. Recorded by Demo Clinician, 6 August 2026, 15:0\d BST How it was settled Both were asked again .*Signed by/,
  );
  expect(text).toContain('I was there when Ada Demo-Mother answered. I saw the mark.');
  expect(text).toContain('Child, optional');
  expect(text).toContain('Did not sign');
  expect(text).toContain('Did not agree. The disagreement was settled without this signature');
});

test.each([
  ['FORM_2', 'WITHDRAWN', 'Form 2: parental agreement'],
  ['FORM_4', 'VOIDED', 'Form 4: consent by an attorney for an adult who lacks capacity'],
] as const)('%s that is %s is downloaded as a viewing copy, and both files are known to be ours', async (form, status, title) => {
  const staff = await signIn(app);
  const version = form === 'FORM_2' ? await sent2(staff) : await formFourSent(staff, capacityWithAttorney());
  await signAll(app, staff, version);
  await app.doJobs();
  const sealed = await staff.download(version.consentID);
  expect(await verdict(sealed)).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE', file: 'SIGNED' });
  const about = { consentID: version.consentID, reason: 'Not this one' };
  await (status === 'VOIDED' ? staff.call('recordVoid', about) : staff.call('recordWithdraw', about));
  await app.doJobs();

  const copy = await staff.download(version.consentID);
  const pages = pagesOf(copy);
  const word = status === 'VOIDED' ? 'VOID' : status;
  for (const page of pages) expect(page).toMatch(new RegExp(`${word} on 6 August 2026, .* Viewing copy\\.`));
  expect(pages[0]).toContain(title);
  expect(await verdict(copy)).toMatchObject({ state: 'AUTHENTIC', status, file: 'VIEW' });
  const original = await callForFile(
    calls.consentDownload,
    { request_id: version.consentID, kind: 'SIGNED' },
    app.wire(staff.token),
  );
  expect(Buffer.from(await original.arrayBuffer()).equals(sealed)).toBe(true);
  expect(await verdict(sealed)).toMatchObject({ state: 'AUTHENTIC', status, file: 'SIGNED' });
});
