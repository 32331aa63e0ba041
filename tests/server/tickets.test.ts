import { HANDOVER_ANSWERS_MOST } from '#server/work/signing/handover.ts';
import { TICKET_CAP, TICKET_LENGTH } from '#server/data/signing/handovers.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { HOUR } from '#domain/base/limits.ts';
import {
  callerOf,
  DEMO_PASSWORD,
  handOver,
  inked,
  sent,
  signed,
  signIn,
  typed,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { requestOf } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

const table = Object.entries<Call>(calls);
// With a ticket these alone are reached; the two with the token in the path and the open ones need no ticket at all.
const FOR_TICKETS = [
  'userUnlock',
  'userUnlockWithTabletPin',
  'recordIdentity',
  'recordSign',
  'recordDecline',
  'recordLater',
  'pageContact',
  'pageContactUpdate',
  'pageForms',
  'pageNote',
  'pageOpen',
  'recordQuestion',
  'recordAnswers',
  'recordUnderstanding',
  'recordWithdraw',
  'consentDownload',
];

test('a ticket is admitted to exactly the calls that the table marks for tickets', async () => {
  expect(
    table
      .filter(([, { access }]) => access.includes('ticket'))
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(FOR_TICKETS.toSorted());
  const { token, details } = await handOver(app, staff, await sent(staff));
  for (const [name, entry] of table) {
    if (FOR_TICKETS.includes(name) || entry.access.includes('none') || entry.access.includes('token')) continue;
    const ids = { consentID: details.consent.consentID, recordID: details.consent.recordID, id: details.consent.recordID };
    const answer = await app.ask(requestOf(entry, { token, ids }));
    expect([name, answer.status, answer.body?.error]).toEqual([name, 403, 'FORBIDDEN']);
  }
});

test('every call for tickets refuses another version, and another role', async () => {
  const [mine, other] = [await sent(staff), await sent(staff)];
  const { token, details } = await handOver(app, staff, mine);
  // Those beside these name no version.
  for (const name of FOR_TICKETS.filter(
    (each) => !each.startsWith('userUnlock') && each !== 'pageForms' && each !== 'pageOpen',
  )) {
    // The list above was just compared with the table.
    const answer = await app.ask(
      requestOf(calls[name as CallName], { token, ids: { consentID: other.consentID, request_id: other.consentID } }),
    );
    expect([name, answer.status, answer.body?.error]).toEqual([name, 403, 'FORBIDDEN']);
  }
  const patient = callerOf(app, token);
  for (const role of ['CLINICIAN', 'INTERPRETER', 'PARENT', 'WITNESS'] as const)
    expect((await patient.refused('recordSign', inked(details, { role }))).code).toBe('FORBIDDEN');
});

test('a ticket of before, without a place in the signing order, signs in its own role alone', async () => {
  const version = await sent(staff);
  const { token, details, handoverId } = await handOver(app, staff, version);
  await app.database.db.updateTable('handovers').set({ signing_order: null }).where('id', '=', handoverId).execute();
  const statement = version.statements['CLINICIAN']!;
  const asClinician = inked(details, { role: 'CLINICIAN', statement });
  expect((await callerOf(app, token).refused('recordSign', asClinician)).code).toBe('FORBIDDEN');
});

test('a ticket neither lists, opens, edits nor ends anything by HEAD, by another method or by a neighbouring path', async () => {
  const { token, details } = await handOver(app, staff, await sent(staff));
  const headers = { authorization: `Bearer ${token}` };
  const before = await app.database.db.selectFrom('consents').select(['id', 'version']).orderBy('id').execute();
  for (const method of ['HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'PUT'] as const)
    for (const path of ['patient/get', 'record/details', 'record/sign', 'consent/update', 'record/delete', 'user/me'])
      expect([401, 403, 404], `${method} ${path}`).toContain(
        (await app.ask({ method, url: `/api/${path}?id=${details.consent.recordID}`, headers })).status,
      );
  expect(await app.database.db.selectFrom('consents').select(['id', 'version']).orderBy('id').execute()).toEqual(before);
});

test('a ticket sees its form without the timeline, the signatures of others, or who else is a patient', async () => {
  const { details } = await handOver(app, staff, await signedByClinician());
  expect(details.consent).toMatchObject({ Timeline: [], signatures: [], visibilityType: 'sign' });
  expect(details.patient).not.toHaveProperty('id');
});

async function signedByClinician() {
  const version = await sent(staff);
  await staff.call('recordSign', typed(version));
  return version;
}

test('a ticket ends half an hour after its last use, and each opening renews it', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  app.clock.advance(TICKET_LENGTH - 60_000);
  await patient.call('consentDetailsByToken', { token: patient.token });
  app.clock.advance(TICKET_LENGTH - 60_000);
  await patient.call('recordLater', { consentID: patient.details.consent.consentID });
  app.clock.advance(TICKET_LENGTH + 60_000);
  const ended = { status: 401, code: 'TICKET_ENDED' };
  expect(await patient.refused('recordSign', inked(patient.details))).toMatchObject(ended);
  expect(await patient.refused('consentDetailsByToken', { token: patient.token })).toMatchObject(ended);
});

test('a ticket in use ends with the longest time of a handover, and the password hands over anew', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  for (let used = 0; used < TICKET_CAP; used += TICKET_LENGTH / 2) {
    await patient.call('consentDetailsByToken', { token: patient.token });
    app.clock.advance(TICKET_LENGTH / 2);
  }
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('TICKET_ENDED');
  const anew = await handOver(app, await signIn(app), version);
  await anew.call('recordSign', inked(anew.details));
});

test('a handover takes so many answers and no more, and a signature still', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const later = { consentID: version.consentID, comments: 'I think about it' };
  for (let given = 0; given < HANDOVER_ANSWERS_MOST; given += 1) await patient.call('recordLater', later);
  const full = { status: 409, code: 'ANSWERS_FULL', message: expect.stringContaining('You can still sign or say no') };
  expect(await patient.refused('recordLater', later)).toMatchObject(full);
  expect(await patient.refused('recordQuestion', { consentID: version.consentID, text: 'Why?' })).toMatchObject(full);
  expect(await patient.refused('recordAnswers', { consentID: version.consentID, mattersToMe: 'Cats' })).toMatchObject(full);
  await patient.call('recordSign', inked(patient.details));
});

test('after so many answers “this is not me” is still heard, once, and nobody signs', async () => {
  const version = await sent(staff);
  const { consentID, recordID } = version;
  const patient = await handOver(app, staff, version);
  for (let given = 0; given < HANDOVER_ANSWERS_MOST; given += 1) await patient.call('recordLater', { consentID });
  expect((await patient.refused('recordIdentity', { consentID, confirmed: true })).code).toBe('ANSWERS_FULL');
  for (let nth = 0; nth < 3; nth += 1) await patient.call('recordIdentity', { consentID, confirmed: false });
  const { timeline } = (await staff.call('recordDetails', { id: recordID })).data;
  expect(timeline.filter(({ type }) => type === 'IDENTITY_REFUSED')).toHaveLength(1);
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('MOVE_REFUSED');
});

test('a token that nobody gave is not found in a path, and no ticket at all is as good as an ended one', async () => {
  const nobody = callerOf(app, `t_${'x'.repeat(43)}`);
  const { details } = await handOver(app, staff, await sent(staff));
  expect((await nobody.refused('consentDetailsByToken', { token: `t_${'x'.repeat(43)}` })).status).toBe(404);
  expect((await nobody.refused('consentDetailsByToken', { token: staff.token })).status, 'a staff token is no ticket').toBe(404);
  expect((await nobody.refused('recordSign', inked(details))).status).toBe(401);
  expect((await nobody.refused('recordQuestion', { consentID: details.consent.consentID, text: 'Why?' })).code).toBe(
    'TICKET_ENDED',
  );
});

test('only the clinician’s password ends a handover, and gives a token of the same session', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  expect(await patient.refused('userUnlock', { password: 'Wrong2026!' })).toMatchObject({
    status: 422,
    code: 'INCORRECT_PASSWORD',
  });
  const { token, tokenExpiryDate } = await patient.call('userUnlock', { password: DEMO_PASSWORD });
  expect(token).not.toBe(staff.token);
  const before = await staff.call('userMe', {});
  const after = await callerOf(app, token).call('userMe', {});
  expect(after).toEqual(before);
  expect(tokenExpiryDate).toBe(before.tokenExpiryDate);
  expect((await patient.refused('recordLater', { consentID: patient.details.consent.consentID })).code).toBe('TICKET_ENDED');
  await callerOf(app, token).call('userDestroyToken', {});
  expect((await staff.refused('userMe', {})).status, 'one session, however many tokens').toBe(401);
});

test('five wrong passwords close the handover, for the right one too', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  for (let tries = 1; tries <= 5; tries += 1)
    expect((await patient.refused('userUnlock', { password: `Wrong${tries}2026!` })).code).toBe('INCORRECT_PASSWORD');
  const closed = await app.ask({
    method: 'POST',
    url: '/api/user/unlock',
    headers: { authorization: `Bearer ${patient.token}` },
    payload: { password: DEMO_PASSWORD },
  });
  expect(closed).toMatchObject({ status: 429, body: { error: 'SLOW_DOWN' } });
  expect(Number(closed.headers['retry-after'])).toBeGreaterThan(60);
  const anew = await signIn(app);
  expect((await anew.call('userUnlock', { password: DEMO_PASSWORD })).token).toBe(anew.token);
});

test('many guesses at the same moment are as many tries', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, at) => patient.refused('userUnlock', { password: `Guess${at}2026!` })),
  );
  expect(guesses.filter(({ code }) => code === 'INCORRECT_PASSWORD')).toHaveLength(5);
});

test('an ended ticket still takes the clinician back, as long as the staff session lasts', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  app.clock.advance(TICKET_LENGTH + 60_000);
  expect((await patient.call('userUnlock', { password: DEMO_PASSWORD })).message).toBe('Welcome back');
  const late = await signIn(app);
  const other = await handOver(app, late, await sent(late));
  app.clock.advance(HOUR + 60_000);
  expect((await other.refused('userUnlock', { password: DEMO_PASSWORD })).code).toBe('TICKET_ENDED');
});

test('the patient’s ticket outlives the staff session that started it', async () => {
  const patient = await handOver(app, staff, await sent(staff));
  await staff.call('userDestroyToken', {});
  expect((await patient.call('recordSign', inked(patient.details))).data.status).toBe('PARTIALLY_SIGNED');
});

test('a private address opens one document for ten minutes, and no token but its own does', async () => {
  const version = await signed(app, staff);
  await app.doJobs();
  const { url, expiresAt } = await staff.call('consentGetPrivateUrl', { consentID: version.consentID, kind: 'SIGNED' });
  const address = new URL(url).pathname;
  const answer = await app.ask({ url: address });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${version.consentID}_consent.pdf"`,
    },
  });
  expect(Date.parse(expiresAt)).toBeGreaterThan(app.clock.now());
  expect((await staff.refused('consentGetPrivateUrl', { consentID: version.consentID, kind: 'SCAN' })).status).toBe(404);
  expect((await app.ask({ url: `/api/document/${randomUUID()}` })).status).toBe(404);
  app.clock.advance(10 * 60_000);
  expect((await app.ask({ url: address })).status).toBe(404);
});

test('the tablet comes back also when a colleague has recalled the form and recorded it in error meanwhile', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  await colleague.call('recordRecall', { consentID: version.consentID, reason: 'Wrong patient' });
  await colleague.call('recordVoid', { consentID: version.consentID, reason: 'Wrong patient' });
  expect((await patient.call('userUnlock', { password: DEMO_PASSWORD })).message).toBe('Welcome back');
});

test('the same clinician takes a handover up again after a new sign-in', async () => {
  const version = await sent(staff);
  const start = { consentID: version.consentID, role: 'PATIENT', handoverId: randomUUID() } as const;
  await staff.call('consentSendToSign', start);
  await staff.call('userDestroyToken', {});
  const anew = await signIn(app);
  const { ticket } = await anew.call('consentSendToSign', start);
  const { token } = await callerOf(app, ticket).call('userUnlock', { password: DEMO_PASSWORD });
  expect((await callerOf(app, token).call('userMe', {})).user.email).toBe('clinician@demo.nhs.uk');
});

test('who somebody is can no longer be said once the form takes no signatures', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  await patient.call('recordDecline', { consentID: version.consentID });
  expect((await patient.refused('recordIdentity', { consentID: version.consentID, confirmed: true })).code).toBe('MOVE_REFUSED');
});
