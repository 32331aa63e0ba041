import { expect, onTestFinished, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import type { Deps } from '#server/deps.ts';
import { openSmtp } from '#server/outside/mail/smtp.ts';
import { readSmtpUrl } from '#server/outside/mail/smtp-url.ts';
import { runOne } from '#server/work/run-jobs.ts';
import { aPatient, draft, signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { openMailServer } from '#tests/support/people/mail-server.ts';

const app = useTestApp();
const MINUTE = HOUR / 60;

test('with the mail server down for an hour each link waits, says so, and goes out once when the server is back', async () => {
  const staff = await signIn(app);
  const { port, close } = await openMailServer();
  await close();
  const from = { name: 'Assent', address: 'mail@demo.nhs.uk' };
  const mailer = openSmtp({ server: readSmtpUrl(`smtp://127.0.0.1:${port}`), from });
  onTestFinished(() => mailer.close());
  const deps: Deps = { ...app.deps, mailer };
  const addresses = [1, 2, 3].map((nth) => `waiting-${nth}@example.org`);
  const forms: string[] = [];
  for (const emailAddress of addresses) {
    const { patient } = (await staff.call('patientCreate', aPatient({ emailAddress }))).data;
    const { consentID, recordID, version } = await draft(staff, { patientID: patient.id });
    await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
    forms.push(recordID);
  }
  const runAll = async () => {
    for (let isMore = true; isMore;) isMore = await runOne(deps, undefined, 'MAIL');
  };
  for (let minute = 0; minute < 60; minute += 1) {
    await runAll();
    app.clock.advance(MINUTE);
  }
  const fresh = await signIn(app);
  const linkOf = async (id: string) => (await fresh.call('recordDetails', { id })).data.consents[0]?.links?.[0];
  for (const form of forms) expect(await linkOf(form)).toMatchObject({ state: 'CREATED', mail: 'QUEUED' });
  const back = await openMailServer({ port });
  onTestFinished(() => back.close());
  for (let minute = 0; minute < 10; minute += 1) {
    await runAll();
    app.clock.advance(MINUTE);
  }
  const arrived = back.arrived.flatMap(({ to }) => to).filter((address) => addresses.includes(address));
  expect(arrived.toSorted()).toEqual(addresses);
  for (const form of forms) expect(await linkOf(form)).toMatchObject({ state: 'MAILED', mail: 'SENT' });
});
