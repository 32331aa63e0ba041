import { expect, test } from 'vitest';
import {
  aPatient,
  callerOf,
  DEMO_PASSWORD,
  draft,
  handOver,
  inked,
  sent,
  signIn,
  testNhsNumber,
  typed,
} from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const canary = {
  firstName: 'Kanarienvogel',
  lastName: 'Demo-Quetzalcoatl',
  dateOfBirth: '1911-11-11',
  hospitalNumber: 'QUETZAL-7',
  emailAddress: 'quetzal@example.org',
  phoneNumber: '01632 960077',
  address: 'Quetzal Lane 7',
};

test('a whole run, its refusals and its failures leave no word of a patient, no token and no password in the log', async () => {
  const nhsNumber = testNhsNumber(9);
  const staff = await signIn(app);
  const { patient } = (await staff.call('patientCreate', aPatient({ ...canary, nhsNumber }))).data;
  await staff.call('patientSearch', { search: canary.lastName });
  await staff.refused('patientUpdate', { id: patient.id, version: 7, lastName: 'Demo-Quetzalina' });
  await app.ask({
    method: 'POST',
    url: '/api/patient/create',
    headers: { authorization: `Bearer ${staff.token}` },
    payload: { ...canary, nhsNumber: 'QUETZAL', wings: 'QUETZAL' },
  });
  await app.ask({
    method: 'POST',
    url: '/api/patient/create',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    payload: '{"lastName":"Quetzal',
  });
  const version = await sent(staff, { patientID: patient.id, mattersToMe: 'Flying like a quetzal' });
  const holder = await handOver(app, staff, version);
  const { data: question } = await holder.call('recordQuestion', {
    consentID: version.consentID,
    text: 'Does a quetzal feel it?',
  });
  await staff.call('recordAnswer', { id: question.id, answer: 'A quetzal does not' });
  await holder.refused('userUnlock', { password: 'QuetzalWrong1!' });
  await holder.call('recordSign', inked(holder.details, { comments: 'Quetzal' }));
  await staff.call('recordSign', typed(version));
  // A job that fails is logged too.
  const { pdf } = app.deps;
  const render = pdf.render.bind(pdf);
  pdf.render = () => Promise.reject(new Error(`cannot draw ${canary.lastName}`));
  await app.doJobs();
  pdf.render = render;
  // So is a failure of the server's own.
  const { verify } = app.deps.passwords;
  app.deps.passwords.verify = () => Promise.reject(new Error(`Quetzal ${DEMO_PASSWORD}`));
  await app.ask({ method: 'POST', url: '/api/user/login', payload: { email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD } });
  app.deps.passwords.verify = verify;
  await callerOf(app).call('verifyByCode', { code: 'QUET-ZALX-0000' });

  expect(app.failures).toContain('FAILED');
  // Ids are made of chance and may hold any four digits.
  const log = app.log.join('').replaceAll(/"requestId":"[^"]*"/g, '');
  expect(log).toContain('a job failed and will be tried again');
  expect(log).toContain('unexpected failure');
  for (const word of [
    'quetzal',
    'kanarienvogel',
    '1911',
    nhsNumber,
    nhsNumber.slice(0, 3) + ' ' + nhsNumber.slice(3, 6),
    '960077',
    patient.recordID,
    staff.token,
    holder.token,
    DEMO_PASSWORD,
  ])
    expect(log.toLowerCase(), word ?? '').not.toContain(word?.toLowerCase());
  for (const line of app.log) {
    // Each line is JSON that the server wrote.
    const fields = Object.keys(JSON.parse(line) as object);
    expect(['at', 'level', 'message', 'call', 'status', 'ms', 'requestId', 'error', 'job', 'attempts', 'detail']).toEqual(
      expect.arrayContaining(fields),
    );
  }
});

test('a form that could not be sealed is tried again with growing waits, says so, and is sealed in the end', async () => {
  const staff = await signIn(app);
  const version = await sent(staff);
  const holder = await handOver(app, staff, version);
  await holder.call('recordSign', inked(holder.details));
  await staff.call('recordSign', typed(version));
  const { pdf } = app.deps;
  const render = pdf.render.bind(pdf);
  let tries = 0;
  pdf.render = () => Promise.reject(new Error(`try ${(tries += 1)}`));
  const sealState = async () => (await staff.call('recordDetails', { id: version.recordID })).data.consents[0]!.sealState;
  const seen = [];
  for (let round = 0; round < 4; round += 1) {
    await app.doJobs();
    seen.push(await sealState());
    app.clock.advance(1000 * 2 ** round + 1000);
  }
  expect(seen.slice(0, 3)).toEqual(['SEALING', 'SEALING', 'FAILED']);
  pdf.render = render;
  app.clock.advance(300_000);
  await app.doJobs();
  expect(await sealState()).toBe('SEALED');
});

test('an answer to nobody tells nothing: neither config nor the documents of the API hold a patient or a user', async () => {
  await draft(await signIn(app));
  for (const url of ['/api/config', '/api/openapi.json', '/api/docs', '/api/ping', '/health', '/ready']) {
    const { status, text } = await app.ask({ url });
    expect(status).toBe(200);
    expect(text, url).not.toMatch(/Demo-|clinician@demo|999\d{7}/);
  }
});
