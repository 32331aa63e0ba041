import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { callerOf, inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, anotherParent, draft2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Somebody who has answered comes back by an address that anybody may know; the link goes where the hospital writes, and nowhere else.

type Staff = Caller & { email: string };
let staff: Staff;
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = { ...(await signIn(app, email)), email };
  await app.database.db.deleteFrom('page_asks').execute();
  await app.database.db.deleteFrom('throttles').execute();
});
const nobody = () => callerOf(app);
const ask = async (input: { contact: string }) => {
  const answer = await nobody().call('pageAsk', input);
  app.clock.advance(MINUTE);
  await app.doJobs();
  return answer;
};
const again = async () => {
  staff = { ...staff, ...(await signIn(app, staff.email)) };
};
/** Links that were mailed to an address. */
const linksTo = async (address: string) =>
  (await mailsTo(app, address)).flatMap(({ link }) =>
    link?.includes('/login/l_') === true ? [link.split('/').at(-1) ?? ''] : [],
  );
const versionOf = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
/** A form that its patient has signed at home, sealed; all links of it have ended since. */
async function answered(): Promise<MailedForm> {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(await versionOf(form)));
  // The seal, and the news of it.
  await app.doJobs();
  await app.doJobs();
  return form;
}
async function afterTheLink(form: MailedForm): Promise<MailedForm> {
  app.clock.advance(app.deps.settings.linkDays * DAY + HOUR);
  while (await expireLinks(app.deps));
  await again();
  return form;
}

test('the answer is the same, letter for letter, for an address with a form and one without, and for any code', async () => {
  const form = await answered();
  const inputs = [{ contact: form.address }, { contact: `nobody-${randomUUID()}@example.org` }, { contact: 'ABCD-EFGH-JKMN' }];
  const answers = [];
  for (const input of inputs) answers.push(JSON.stringify(await ask(input)));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toBe(JSON.stringify({ message: 'If we have a form of yours, a link is on its way' }));
});

test('after the link has ended its holder asks, shows who they are, and has their copy; the link is gone after a day', async () => {
  const form = await afterTheLink(await answered());
  const before = (await linksTo(form.address)).length;
  // However it is written.
  await ask({ contact: form.address.toUpperCase() });
  const links = await linksTo(form.address);
  expect(links).toHaveLength(before + 1);
  const token = links.at(-1) ?? '';
  const home = await visit(app, { ...form, token });
  expect((await home.download(form.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  app.clock.advance(DAY);
  while (await expireLinks(app.deps));
  expect((await nobody().refused('consentVerifyUser', { token })).code).toBe('LINK_ENDED');
  // The case, and the links that staff see, are what they were.
  await again();
  const { links: shown, status } = await versionOf(form);
  expect([status, shown?.map(({ state, channel }) => [state, channel])]).toEqual(['SIGNED', [['ENDED', 'EMAIL']]]);
  expect((await staff.call('recordDetails', { id: form.recordID })).data.record.status).toBe('SIGNED');
});

test('they take back their consent by it', async () => {
  const form = await afterTheLink(await answered());
  await ask({ contact: form.address });
  const home = await visit(app, { ...form, token: await tokenIn(app, form.address) });
  await home.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  expect((await versionOf(form)).status).toBe('WITHDRAWN');
});

test('a code sends to the address that the hospital knows of each of its signers', async () => {
  const form = await afterTheLink(await answered());
  const { verifyCode } = await versionOf(form);
  const before = (await linksTo(form.address)).length;
  await ask({ contact: (verifyCode ?? '').toLowerCase().replaceAll('-', ' ') });
  expect(await linksTo(form.address)).toHaveLength(before + 1);
});

test('while the link works, what was asked for opens it, and no second one is made', async () => {
  const form = await mailedForm(app, staff);
  await ask({ contact: form.address });
  const links = await app.database.db.selectFrom('links').selectAll().where('consent_id', '=', form.consentID).execute();
  expect(links).toHaveLength(1);
  const [first, second] = await linksTo(form.address);
  expect(second).not.toBe(first);
  const patient = await visit(app, { ...form, token: second ?? '' });
  expect((await patient.call('recordSign', inked(patient.details))).data.signerState).toBe('SIGNED');
});

test('nothing goes out about somebody who has died, whose details are protected, a form that was a mistake, or after staff have ended the link', async () => {
  const [dead, hidden, wrong] = [await answered(), await answered(), await answered()];
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const details = async (id: string) => (await admin.call('patientGetDetails', { id })).data.patient;
  await admin.call('patientUpdateStatus', {
    id: dead.patientID,
    version: (await details(dead.patientID)).version,
    status: 'DECEASED',
  });
  await admin.call('patientUpdate', {
    id: hidden.patientID,
    version: (await details(hidden.patientID)).version,
    restricted: true,
    reason: 'Asked for',
  });
  await staff.call('recordVoid', { consentID: wrong.consentID, reason: 'Another side', kind: 'OTHER' });
  await app.doJobs();
  // Staff have ended this one: the address may be somebody else's.
  const ended = await mailedForm(app, staff);
  await staff.call('recordEndLink', { consentID: ended.consentID, signing_order: 1 });
  for (const { address } of [dead, hidden, wrong, ended]) {
    const before = (await linksTo(address)).length;
    await ask({ contact: address });
    expect(await linksTo(address)).toHaveLength(before);
  }
});

test('a parent hears of it alone, and not where a young person does not want parents told', async () => {
  const [mother, father] = [`mother-${randomUUID().slice(0, 8)}@example.org`, `father-${randomUUID().slice(0, 8)}@example.org`];
  const form = await draft2(staff, { parents: [aParent({ emailAddress: mother }), anotherParent({ emailAddress: father })] });
  await staff.call('consentSend', { consentID: form.consentID, version: form.version, channel: 'EMAIL' });
  await app.doJobs();
  await ask({ contact: mother });
  expect([(await linksTo(mother)).length, (await linksTo(father)).length]).toEqual([2, 1]);
  await sql`update consents set pinned = jsonb_set(pinned, '{family,child,tellParents}', '"NO"') where id = ${form.consentID}`.execute(
    app.database.db,
  );
  await ask({ contact: mother });
  expect(await linksTo(mother)).toHaveLength(2);
});

test('three times a day for one address: one more is answered as the others are, and sends nothing', async () => {
  const form = await answered();
  const before = (await linksTo(form.address)).length;
  for (let nth = 0; nth < 5; nth += 1)
    expect((await ask({ contact: form.address })).message).toBe('If we have a form of yours, a link is on its way');
  expect(await linksTo(form.address)).toHaveLength(before + 3);
});

test('wrong answers lock what was asked for as any link; after two within a month staff alone help on', async () => {
  const form = await afterTheLink(await answered());
  for (let nth = 0; nth < 2; nth += 1) {
    await app.database.db.deleteFrom('throttles').execute();
    await ask({ contact: form.address });
    const token = await tokenIn(app, form.address);
    await nobody().call('consentVerifyUser', { token });
    for (let wrong = 0; wrong < 5; wrong += 1)
      await nobody().refused('recordVerifyPatient', { id: token, patientDetails: { dateOfBirth: '1901-01-01', lastName: 'No' } });
    app.clock.advance(DAY + HOUR);
    while (await expireLinks(app.deps));
  }
  const before = (await linksTo(form.address)).length;
  await app.database.db.deleteFrom('throttles').execute();
  await ask({ contact: form.address });
  expect(await linksTo(form.address)).toHaveLength(before);
});

test('what was asked for is sealed while it waits, and gone afterwards', async () => {
  const form = await answered();
  await nobody().call('pageAsk', { contact: form.address });
  const [row] = await app.database.db.selectFrom('page_asks').selectAll().execute();
  expect(row?.contact).not.toContain('example.org');
  app.clock.advance(MINUTE);
  await app.doJobs();
  expect(await app.database.db.selectFrom('page_asks').selectAll().execute()).toEqual([]);
});

test('nothing, and half an address, are refused with a sentence', async () => {
  for (const payload of [{ contact: ' ' }, { contact: 'nobody@' }]) {
    const { statusCode, body } = await app.app.inject({ method: 'POST', url: '/api/page/ask', payload });
    expect([statusCode, body]).toEqual([400, expect.stringMatching(/Write an? (?:whole )?email address, or the code of a form/)]);
  }
});

test('news of a sealed form, and of one that was taken back, opens the page of somebody whose link has ended', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await afterTheLink(form);
  await staff.call('recordSign', typed(await versionOf(form)));
  await app.doJobs();
  const sealed = (await mailsTo(app, form.address)).at(-1);
  expect(sealed?.text.replaceAll(/\s+/g, ' ')).toContain('Everybody has signed. Your copy is ready.');
  const home = await visit(app, { ...form, token: sealed?.link?.split('/').at(-1) ?? '' });
  expect(home.details.consent.status).toBe('SIGNED');
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Said on the telephone' });
  await app.doJobs();
  const withdrawn = (await mailsTo(app, form.address)).at(-1);
  expect(withdrawn?.text.replaceAll(/\s+/g, ' ')).toContain('The form does not count any more.');
  const later = await visit(app, { ...form, token: withdrawn?.link?.split('/').at(-1) ?? '' });
  expect(later.details.consent.status).toBe('WITHDRAWN');
  // A fortnight, and not for ever.
  const pages = await app.database.db
    .selectFrom('links')
    .selectAll()
    .where('consent_id', '=', form.consentID)
    .where('purpose', '=', 'PAGE')
    .execute();
  expect(pages.map(({ ends_at, created_at }) => Math.round((Date.parse(ends_at) - Date.parse(created_at)) / DAY))).toEqual([14]);
});

test('staff give a copy by a mail, and as a code for the patient’s own phone', async () => {
  const form = await afterTheLink(await answered());
  await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'EMAIL' });
  await app.doJobs();
  const mail = (await mailsTo(app, form.address)).at(-1);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
    /Here is a link to your copy of the form\. It works until \d\d:\d\d on \d+ \w+ \d{4}, for you alone\./,
  );
  const home = await visit(app, { ...form, token: mail?.link?.split('/').at(-1) ?? '' });
  expect((await home.download(form.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  const { data } = await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'QR' });
  const phone = await visit(app, { ...form, token: data.link?.url.split('/').at(-1) ?? '' });
  expect((await phone.download(form.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  const timeline = (await versionOf(form)).Timeline.filter(({ type }) => type === 'LINK_SENT');
  expect(timeline.map(({ actor, detail }) => [actor.kind, detail['channel']])).toEqual([
    ['STAFF', 'EMAIL'],
    ['STAFF', 'EMAIL'],
    ['STAFF', 'QR'],
  ]);
});

test('a code that nobody opens works for an hour; once it is opened, its page for a fortnight', async () => {
  const form = await afterTheLink(await answered());
  const code = async () =>
    (await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'QR' })).data.link?.url
      .split('/')
      .at(-1) ?? '';
  const late = await code();
  app.clock.advance(HOUR + MINUTE);
  while (await expireLinks(app.deps));
  expect((await nobody().refused('consentVerifyUser', { token: late })).code).toBe('LINK_ENDED');
  await again();
  const token = await code();
  await visit(app, { ...form, token });
  app.clock.advance(13 * DAY);
  while (await expireLinks(app.deps));
  await visit(app, { ...form, token });
});

test('no copy is given of a form that is not sealed, to nobody, to an address that was not confirmed, or about somebody who has died', async () => {
  const out = await mailedForm(app, staff);
  const give = (consentID: string, change: object = {}) =>
    staff.refused('recordGiveCopy', { consentID, signing_order: 1, channel: 'QR', ...change });
  expect((await give(out.consentID)).code).toBe('MOVE_REFUSED');
  const form = await answered();
  expect((await give(form.consentID, { signing_order: 9 })).fields).toMatchObject([{ path: 'signing_order' }]);
  // The clinician decides nothing.
  expect((await give(form.consentID, { signing_order: 2 })).code).toBe('MOVE_REFUSED');
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, restricted: true, reason: 'Asked for' });
  expect((await give(form.consentID, { channel: 'EMAIL' })).fields).toMatchObject([{ path: 'addressConfirmed' }]);
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { version } = (await admin.call('patientGetDetails', { id: patient.id })).data.patient;
  await admin.call('patientUpdateStatus', { id: patient.id, version, status: 'DECEASED' });
  expect((await give(form.consentID)).message).toContain('A copy can be printed');
});

test('while it is open whom a form is about nobody is given a copy, and a link goes out only where the name alone has changed', async () => {
  const [married, other] = [await afterTheLink(await answered()), await afterTheLink(await answered())];
  const change = async (id: string, fields: object) => {
    const { version } = (await staff.call('patientGetDetails', { id })).data.patient;
    await staff.call('patientUpdate', { id, version, ...fields });
  };
  await change(married.patientID, { lastName: 'Demo-Married' });
  await change(other.patientID, { lastName: 'Demo-Another', dateOfBirth: '1971-02-03' });
  for (const { consentID } of [married, other])
    expect((await staff.refused('recordGiveCopy', { consentID, signing_order: 1, channel: 'QR' })).message).toBe(
      'Do not give this to the patient until who this is has been checked.',
    );
  const before = [(await linksTo(married.address)).length, (await linksTo(other.address)).length];
  await ask({ contact: married.address });
  await ask({ contact: other.address });
  expect([(await linksTo(married.address)).length, (await linksTo(other.address)).length]).toEqual([before[0]! + 1, before[1]]);
  // The name of today, or that on the form.
  const token = await tokenIn(app, married.address);
  await visit(app, { ...married, token, lastName: 'Demo-Married' });
  await visit(app, { ...married, token });
});

test('an address that was wrong gets nothing once it was put right, by itself or by the code; the right one does', async () => {
  const form = await mailedForm(app, staff);
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  const right = `right-${randomUUID().slice(0, 8)}@example.org`;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, emailAddress: right });
  await staff.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  await app.doJobs();
  const before = [(await linksTo(form.address)).length, (await linksTo(right)).length];
  await ask({ contact: form.address });
  await ask({ contact: (await versionOf(form)).verifyCode ?? '' });
  expect([(await linksTo(form.address)).length, (await linksTo(right)).length]).toEqual([before[0], before[1]! + 1]);
  await ask({ contact: right });
  expect(await linksTo(right)).toHaveLength(before[1]! + 2);
});

test('a copy that went to a wrong address ends when staff end it, and when it is sent to the right one', async () => {
  const form = await afterTheLink(await answered());
  await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'EMAIL' });
  await app.doJobs();
  const wrong = await tokenIn(app, form.address);
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  const right = `right-${randomUUID().slice(0, 8)}@example.org`;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, emailAddress: right });
  await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'EMAIL' });
  await app.doJobs();
  expect((await nobody().refused('consentVerifyUser', { token: wrong })).code).toBe('LINK_ENDED');
  const token = await tokenIn(app, right);
  await staff.call('recordEndLink', { consentID: form.consentID, signing_order: 1 });
  expect((await nobody().refused('consentVerifyUser', { token })).code).toBe('LINK_ENDED');
  const before = (await linksTo(right)).length;
  await ask({ contact: right });
  expect(await linksTo(right)).toHaveLength(before);
});

test('a copy shown as a code and then mailed ends with the address once details are protected', async () => {
  const form = await afterTheLink(await answered());
  const code = (await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'QR' })).data;
  await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: 1, channel: 'EMAIL' });
  await app.doJobs();
  const mailed = await tokenIn(app, form.address);
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, restricted: true, reason: 'Asked for' });
  for (const token of [mailed, code.link?.url.split('/').at(-1) ?? ''])
    expect((await nobody().refused('consentVerifyUser', { token })).code).toBe('LINK_ENDED');
});

test('a form that is asked for when the time of its only link is over ends as it would have, and opens to nobody', async () => {
  const form = await mailedForm(app, staff);
  app.clock.advance(app.deps.settings.linkDays * DAY + HOUR);
  const before = (await linksTo(form.address)).length;
  await ask({ contact: form.address });
  expect(await linksTo(form.address)).toHaveLength(before);
  await again();
  expect((await versionOf(form)).status).toBe('EXPIRED');
});

test('a link to a page opens nothing once the time of the page is over', async () => {
  const form = await afterTheLink(await answered());
  await ask({ contact: form.address });
  const token = await tokenIn(app, form.address);
  const ended = { kind: 'DONE', on: '2026-01-01', source: 'PERSON', by: 'Demo', at: '2026-01-01T00:00:00.000Z' };
  await app.database.db
    .updateTable('cases')
    .set({ ended: JSON.stringify(ended) as never })
    .where('id', '=', form.recordID)
    .execute();
  const { dateOfBirth, lastName } = form;
  expect((await nobody().refused('recordVerifyPatient', { id: token, patientDetails: { dateOfBirth, lastName } })).code).toBe(
    'LINK_ENDED',
  );
});

test('two parents who share a mailbox each get a link, and staff give a copy where wrong answers have locked the link', async () => {
  const shared = `both-${randomUUID().slice(0, 8)}@example.org`;
  const parents = [aParent({ emailAddress: shared }), anotherParent({ emailAddress: shared })];
  const form = await draft2(staff, { parents });
  await staff.call('consentSend', { consentID: form.consentID, version: form.version, channel: 'EMAIL' });
  await app.doJobs();
  const before = (await linksTo(shared)).length;
  await ask({ contact: shared });
  expect(await linksTo(shared)).toHaveLength(before + 2);
  const single = await answered();
  for (let wrong = 0; wrong < 5; wrong += 1)
    await nobody().refused('recordVerifyPatient', {
      id: single.token,
      patientDetails: { dateOfBirth: '1901-01-01', lastName: 'No' },
    });
  const { data } = await staff.call('recordGiveCopy', { consentID: single.consentID, signing_order: 1, channel: 'QR' });
  const phone = await visit(app, { ...single, token: data.link?.url.split('/').at(-1) ?? '' });
  expect(phone.details.consent.status).toBe('SIGNED');
});
