import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { MAIL_WORDS } from '#domain/notifications/mail-words.ts';
import { KINDS_OF_NEWS, notificationRule } from '#domain/notifications/notification-kinds.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { DEMO_DETAILS } from '#server/seed/demo-people.ts';
import { MailNotTaken, type Mailer } from '#server/outside/mail/mailer.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { callerOf, handOver, inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, allSign, anotherParent, draft2, sent2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { allMails } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The table of events as data: each is brought about on the real server, and exactly those hear of it whom its row names, at its speed and in
// its words, and never who acted. Each row runs for a case on no list, and for one that is listed for tomorrow.

type Person = Caller & { readonly token: string; readonly email: string; readonly id: string };
type Speed = 'NOW' | 'GATHERED' | 'DAILY';
/** R responsible, O operates, L sent the link, C stands in for R, who is away; N a colleague whose case it is not. */
const STAFF = ['R', 'O', 'L', 'C', 'N'] as const;
type StaffKey = (typeof STAFF)[number];
/** T the mailbox of the team, K whom the organisation names for what is urgent; S the patient, I the interpreter, M and F the parents. */
type Key = StaffKey | 'T' | 'K' | 'S' | 'I' | 'M' | 'F';

const TEAM = 'team@demo.example';
const DESK = { name: 'Theatre desk', email: 'desk@demo.example' };
const app = useTestApp();
let people: Readonly<Record<StaffKey, Person>>;

async function person(): Promise<Person> {
  const { db } = app.database;
  const { id, email } = await addPerson(app, { role: 'CLINICIAN' });
  const { id: speciality_id } = await db.selectFrom('specialities').select('id').limit(1).executeTakeFirstOrThrow();
  await db.updateTable('users').set({ speciality_id }).where('id', '=', id).execute();
  return { ...(await signIn(app, email)), id, email };
}

beforeEach(async () => {
  const { db } = app.database;
  // Noon of another day: no row meets the mail of a morning by chance, and none reads the mails of another.
  app.clock.advance(Date.parse(`${plainDateOf(app.clock.now() + DAY)}T12:00:00Z`) - app.clock.now());
  await app.doJobs();
  fs.rmSync(app.mailFolder, { recursive: true, force: true });
  fs.mkdirSync(app.mailFolder, { recursive: true });
  const made: [StaffKey, Person][] = [];
  for (const key of STAFF) made.push([key, await person()]);
  // Each key of the list, and no other.
  people = Object.fromEntries(made) as Record<StaffKey, Person>;
  const { speciality_id } = await db
    .selectFrom('users')
    .select('speciality_id')
    .where('id', '=', people.R.id)
    .executeTakeFirstOrThrow();
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  await admin.call('messagesTeamsUpdate', { teams: [{ specialityID: speciality_id ?? '', name: 'Demo team', email: TEAM }] });
  const { version } = (await admin.call('messagesSettings', {})).data;
  await admin.call('messagesSettingsUpdate', {
    ...MESSAGE_DEFAULTS,
    order: [...MESSAGE_DEFAULTS.order],
    version,
    urgentContact: DESK,
  });
  const [from, to] = [plainDateOf(app.clock.now() - DAY), plainDateOf(app.clock.now() + 60 * DAY)];
  await people.R.call('userMessagesUpdate', { off: [], cover: { userID: people.C.id, from, to } });
});

/** A form of R, whose link L has sent, that O operates; S has opened it. */
type World = {
  readonly form: MailedForm;
  readonly home: Awaited<ReturnType<typeof visit>>;
  readonly addresses: Readonly<Partial<Record<Key, string>>>;
};

const detailsOf = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await people.R.call('recordDetails', { id: recordID })).data;
async function update(form: Pick<MailedForm, 'recordID'>, part: object): Promise<void> {
  const { version } = (await detailsOf(form)).record;
  await people.R.call('recordUpdate', { recordID: form.recordID, version, ...part });
}

async function outForm({ hasInterpreter = false, isAnswered = true } = {}): Promise<World> {
  const emailAddress = `interpreter-${randomUUID().slice(0, 8)}@example.org`;
  const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true, emailAddress };
  const form = await mailedForm(app, people.R, {
    ...(isAnswered ? { additionalChoices: ANSWERED_CHOICES } : {}),
    ...(hasInterpreter ? { interpreterNeeded: true, interpreter } : {}),
  });
  await people.L.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  const again = { ...form, token: await tokenIn(app, form.address) };
  await update(form, { clinicianID: people.O.id });
  return { form: again, home: await visit(app, again), addresses: { S: form.address, I: emailAddress } };
}

async function signedForm(): Promise<World> {
  const world = await outForm();
  await world.home.call('recordSign', inked(world.home.details));
  await people.R.call('recordSign', typed((await detailsOf(world.form)).consents[0]!));
  await app.doJobs();
  return { ...world, home: await visit(app, world.form) };
}

/** A form of a child whom two parents sign for: M and F have a link each. */
async function familyForm(): Promise<World> {
  const [mother, father] = [`mother-${randomUUID().slice(0, 8)}@example.org`, `father-${randomUUID().slice(0, 8)}@example.org`];
  const parents = [aParent({ emailAddress: mother }), anotherParent({ emailAddress: father })];
  const { consentID, recordID, version } = await draft2(people.R, { parents });
  await people.R.call('consentSend', { consentID, version, channel: 'EMAIL' });
  await update({ recordID }, { clinicianID: people.O.id });
  const { patient } = (await detailsOf({ recordID })).record;
  const link = { token: await tokenIn(app, mother), dateOfBirth: patient.dateOfBirth, lastName: 'Demo-Mother' };
  const form = { ...link, consentID, recordID, patientID: patient.id, address: mother };
  return { form, home: await visit(app, link), addresses: { M: mother, F: father } };
}

/** A form of a child who signs beside two parents, on the tablet, which the child has. */
async function childsForm(): Promise<World> {
  const { consentID, recordID } = await sent2(people.R, allSign());
  await update({ recordID }, { clinicianID: people.O.id });
  const { patient } = (await detailsOf({ recordID })).record;
  const form = { consentID, recordID, patientID: patient.id, address: '', token: '', dateOfBirth: '', lastName: '' };
  return { form, home: await handOver(app, people.R, { consentID, role: 'CHILD' }), addresses: {} };
}

type Line = { readonly speed: Speed; readonly words: string; readonly to: readonly Key[]; readonly isPersonal?: true };
type Row = {
  readonly event: string;
  readonly world?: () => Promise<World>;
  /** before the act: what is told of it is no matter of the row */
  readonly before?: (world: World) => Promise<unknown>;
  readonly act: (world: World) => Promise<unknown>;
  readonly actor?: StaffKey;
  readonly staff?: readonly Line[];
  readonly signers?: Readonly<Partial<Record<Key, string>>>;
  /** whether it leaves a need, of which the team is told once more while nobody takes it */
  readonly waits?: true;
  /** of a case that cannot be listed for tomorrow when it happens */
  readonly isNeverUrgent?: true;
};

const RING = `ring ${DEMO_DETAILS.patient_phone}.`;
const answer = { sideRight: true, somethingNew: true, questions: false, stillWanted: true };
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
const ask = ({ home, form }: World) => home.call('recordQuestion', { consentID: form.consentID, text: 'May I eat?' });
const saysNo = ({ home, form }: World) => home.call('recordDecline', { consentID: form.consentID, reason: 'No' });
const one = (to: readonly Key[], speed: Speed, words: string): readonly Line[] => [{ to, speed, words }];

const ROWS: readonly Row[] = [
  { event: 'QUESTION_ASKED', act: ask, staff: one(['R'], 'GATHERED', 'Somebody who signs asks a question.'), waits: true },
  {
    event: 'QUESTION_ANSWERED',
    before: ask,
    actor: 'N',
    act: async ({ form }) => {
      const [question] = (await detailsOf(form)).consents[0]?.questions ?? [];
      await people.N.call('recordAnswer', { id: question?.id ?? '', answer: 'Yes' });
    },
    signers: { S: 'There is an answer to your question.' },
  },
  {
    event: 'SIGNED, a choice left to talk about, and the clinician signs last',
    world: () => outForm({ isAnswered: false }),
    act: ({ home }) => home.call('recordSign', inked(home.details)),
    staff: [
      { to: ['R'], speed: 'GATHERED', words: 'Somebody who signs wants to talk.' },
      { to: ['R'], speed: 'GATHERED', words: 'Your signature is missing.', isPersonal: true },
    ],
    waits: true,
  },
  {
    event: 'MORE_TIME',
    act: ({ home, form }) => home.call('recordLater', { consentID: form.consentID }),
    staff: one(['R'], 'GATHERED', 'Somebody who signs asks for more time.'),
    waits: true,
  },
  {
    event: 'DECLINED, the form ends',
    world: () => outForm({ hasInterpreter: true }),
    act: saysNo,
    staff: one(['R', 'L'], 'NOW', 'Consent was not given.'),
    signers: { I: 'The form needs no answer from you now.' },
    waits: true,
  },
  {
    event: 'DECLINED, the form goes on: one of two parents',
    world: familyForm,
    act: saysNo,
    staff: one(['R'], 'NOW', 'Somebody who signs said no. The form goes on.'),
    waits: true,
  },
  {
    event: 'CHILD_SAID_NO',
    world: childsForm,
    act: saysNo,
    staff: one(['R'], 'NOW', 'Somebody who signs said no. The form goes on.'),
    waits: true,
  },
  {
    event: 'DISAGREEMENT_NOTED by staff',
    world: familyForm,
    before: saysNo,
    actor: 'N',
    act: async ({ form }) => {
      const { version } = (await detailsOf(form)).consents[0]!;
      await people.N.call('recordDisagreement', { consentID: form.consentID, version, outcome: 'NOT_SETTLED', note: 'Not yet' });
    },
    staff: one(['R'], 'NOW', 'Somebody who signs said no. The form goes on.'),
    waits: true,
  },
  {
    event: 'the interpreter cannot',
    world: () => outForm({ hasInterpreter: true }),
    act: async ({ form }) => {
      const interpreter = await handOver(app, people.R, { consentID: form.consentID, role: 'INTERPRETER' });
      await interpreter.call('recordDecline', { consentID: form.consentID, reason: 'The line was bad' });
    },
    staff: one(['R'], 'NOW', 'Somebody who signs said no. The form goes on.'),
    waits: true,
  },
  {
    event: 'WITHDRAWN at home',
    world: signedForm,
    act: ({ home, form }) => home.call('recordWithdraw', { consentID: form.consentID, reason: '' }),
    staff: one(['R', 'O', 'T'], 'NOW', 'A consent was taken back.'),
    waits: true,
  },
  {
    event: 'WITHDRAWN, recorded by staff',
    world: signedForm,
    actor: 'O',
    act: ({ form }) => people.O.call('recordWithdraw', { consentID: form.consentID, reason: 'Said on the telephone' }),
    staff: one(['R', 'O', 'T'], 'NOW', 'A consent was taken back.'),
    signers: { S: `The form does not count any more. If that is wrong, ${RING}` },
    waits: true,
  },
  {
    event: 'WITHDRAWN_AFTER',
    world: signedForm,
    before: ({ form }) => people.N.call('recordDone', { id: form.recordID, on: today() }),
    act: ({ home, form }) => home.call('recordWithdraw', { consentID: form.consentID, reason: '' }),
    staff: one(['R', 'O'], 'NOW', 'Somebody takes back a consent after the operation.'),
    signers: { S: 'We have told the team that you take back your consent.' },
    isNeverUrgent: true,
  },
  {
    event: 'SEALED',
    before: ({ home }) => home.call('recordSign', inked(home.details)),
    actor: 'R',
    act: async ({ form }) => {
      await people.R.call('recordSign', typed((await detailsOf(form)).consents[0]!));
      await app.doJobs();
    },
    signers: { S: 'Everybody has signed. Your copy is ready.' },
  },
  {
    event: 'NOT_CONFIRMED',
    world: signedForm,
    actor: 'O',
    act: ({ form: { consentID } }) =>
      people.O.call('recordNotConfirmed', { consentID, answers: answer, capturedAt: new Date(app.clock.now()).toISOString() }),
    staff: one(['R', 'O'], 'NOW', 'On the day something was new.'),
    waits: true,
  },
  {
    event: 'IDENTITY_REFUSED',
    act: ({ home, form }) => home.call('recordIdentity', { consentID: form.consentID, confirmed: false }),
    staff: one(['R', 'L'], 'NOW', 'Details on a form are wrong or have changed.'),
    waits: true,
  },
  ...(['out', 'in force'] as const).map((state): Row => ({
    event: `PATIENT_CHANGED, the form is ${state}`,
    world: state === 'out' ? outForm : signedForm,
    actor: 'N',
    act: async ({ form }) => {
      const { patient } = (await people.N.call('patientGetDetails', { id: form.patientID })).data;
      await people.N.call('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Demo-Changed' });
    },
    staff: one(['R', 'L'], 'NOW', 'Details on a form are wrong or have changed.'),
    waits: true,
  })),
  {
    event: 'LINK_LOCKED',
    act: async ({ form: { token, dateOfBirth } }) => {
      const nobody = callerOf(app);
      for (const letter of 'ABCDE')
        await nobody.refused('recordVerifyPatient', { id: token, patientDetails: { dateOfBirth, lastName: `Nobody ${letter}` } });
    },
    staff: one(['R', 'L'], 'NOW', 'A link was locked.'),
    waits: true,
  },
  {
    event: 'NOT_REACHED',
    act: async ({ form }) => {
      const { mailer } = app.deps;
      const send: Mailer['send'] = async (mail) => {
        if (mail.to.address === form.address) throw new MailNotTaken('EENVELOPE 550', { isFinal: true });
        await mailer.send(mail);
      };
      Object.assign(app.deps, { mailer: { ...mailer, send } });
      await people.L.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
      await app.doJobs();
      Object.assign(app.deps, { mailer });
    },
    staff: one(['L'], 'GATHERED', 'Somebody who signs could not be reached.'),
    waits: true,
  },
  {
    event: 'EXPIRED, and the end of the link',
    act: async () => {
      app.clock.advance(app.deps.settings.linkDays * DAY + HOUR);
      while (await expireLinks(app.deps));
    },
    staff: one(['R'], 'DAILY', 'The time to sign has ended.'),
    signers: { S: `The time for your form has ended. Please ${RING}` },
    isNeverUrgent: true,
  },
  {
    event: 'RECALLED',
    actor: 'R',
    act: ({ form }) => people.R.call('recordRecall', { consentID: form.consentID, reason: 'A new finding' }),
    signers: { S: 'The form is being changed. Your answer does not count. A new one follows.' },
  },
  {
    event: 'VOIDED by who is responsible',
    world: () => outForm({ hasInterpreter: true }),
    actor: 'R',
    act: ({ form }) => people.R.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'OTHER' }),
    staff: one(['R', 'O'], 'NOW', 'A form was recorded in error.'),
    signers: { S: 'A form was made by mistake. It does not count.', I: 'A form was made by mistake. It does not count.' },
    waits: true,
  },
  {
    event: 'SCAN_UPLOADED',
    actor: 'N',
    act: async ({ form: { consentID } }) => {
      const input = { consentID, files: [new Blob([new Uint8Array(blankPage())])] };
      await call(calls.consentBitpaperUpload, input, app.wire(people.N.token));
    },
    staff: one(['R'], 'DAILY', 'Something new is on a case.'),
    waits: true,
  },
  {
    event: 'NOTE_WRITTEN',
    world: signedForm,
    act: ({ home, form }) => home.call('pageNote', { consentID: form.consentID, text: 'A new tablet' }),
    staff: one(['R'], 'GATHERED', 'Somebody who has signed or said no adds a note.'),
    waits: true,
  },
  {
    event: 'OPERATOR_CHANGED',
    actor: 'R',
    act: ({ form }) => update(form, { clinicianID: people.N.id }),
    staff: [{ to: ['N'], speed: 'GATHERED', words: 'A case needs you.', isPersonal: true }],
  },
  {
    event: 'OPERATION_DONE without a consent in force',
    actor: 'N',
    act: ({ form }) => people.N.call('recordDone', { id: form.recordID, on: today(), withoutReason: 'An emergency at night' }),
    staff: one(['R'], 'NOW', 'An operation was recorded as done without a consent in force.'),
    isNeverUrgent: true,
  },
];

const SPEEDS: readonly Speed[] = ['NOW', 'GATHERED', 'DAILY'];

/** The readers of a row, as `R NOW words`. */
function expectedOf({ staff = [], signers = {}, actor }: Row, isListed: boolean): string[] {
  const ofStaff = staff.flatMap(({ to, speed, words, isPersonal }) => {
    const isUrgent = isListed && isPersonal !== true;
    const audience = new Set<Key>(isUrgent ? [...to, 'R', 'O', 'T', 'K'] : to);
    // The stand-in of somebody who is away hears the same.
    if (audience.has('R')) audience.add('C');
    if (actor !== undefined) audience.delete(actor);
    return [...audience].map((key) => ({
      key,
      speed: isUrgent ? ('NOW' as const) : speed,
      words: `${isUrgent ? 'Listed for tomorrow: ' : ''}${words}`,
    }));
  });
  // Gathered news goes in the same mail as news that is told at once.
  const soonest = (key: Key) => SPEEDS.find((speed) => ofStaff.some((each) => each.key === key && each.speed === speed));
  return [
    ...ofStaff.map(({ key, speed, words }) => `${key} ${speed === 'DAILY' ? speed : (soonest(key) ?? speed)} ${words}`),
    ...Object.entries(signers).map(([key, words]) => `${key} NOW ${words}`),
  ].toSorted();
}

type Reader = { readonly addresses: Readonly<Partial<Record<Key, string>>>; readonly seen: Map<string, number> };

/** The news that has come since the last look, as `R NOW words`. */
async function arrived({ addresses, seen }: Reader, speed: Speed): Promise<string[]> {
  const found: string[] = [];
  await app.doJobs();
  const mails = await allMails(app);
  for (const [key, address] of Object.entries(addresses)) {
    const all = mails.filter(({ to, subject }) => to === address && subject !== MAIL_WORDS.en.ask);
    for (const { subject, text } of all.slice(seen.get(address) ?? 0)) {
      const pieces = text.split('\n\n').map((piece) => piece.replaceAll(/\s+/g, ' ').trim());
      const isToSigner = subject.startsWith('News from');
      const lines = isToSigner
        ? [pieces[1] ?? '']
        : pieces.flatMap((piece) => (/ \(C-\d{6}\)$/.test(piece) ? [piece.replace(/ \(C-\d{6}\)$/, '')] : []));
      if (isToSigner) expect(subject).toBe('News from Demo General Hospital');
      else if (lines.length === 1) expect(subject.replace(/, C-\d{6}$/, '.')).toBe(`Assent: ${lines[0]}`);
      else expect(subject).toBe('Assent: news of a case');
      found.push(...lines.map((words) => `${key} ${speed} ${words}`));
    }
    seen.set(address, all.length);
  }
  return found;
}

const CASES = ROWS.flatMap((row) => [
  [row.event, 'on no list', row] as const,
  ...(row.isNeverUrgent === true ? [] : [[row.event, 'listed for tomorrow', row] as const]),
]);

test.each(CASES)('%s, %s: who hears, when and in which words, and nobody else', { timeout: 60_000 }, async (_, when, row) => {
  const isListed = when === 'listed for tomorrow';
  const world = await (row.world ?? outForm)();
  await row.before?.(world);
  if (isListed) {
    const date = localDate(app.clock.now() + DAY, app.deps.settings.timeZone);
    await update(world.form, { listed: { date, theatre: null, listType: 'THEATRE' } });
  }
  const emails = Object.fromEntries(STAFF.map((key) => [key, people[key].email]));
  const reader: Reader = { addresses: { ...emails, T: TEAM, K: DESK.email, ...world.addresses }, seen: new Map() };
  await app.database.db.deleteFrom('notifications').execute();
  await arrived(reader, 'NOW');
  await row.act(world);
  const heard = await arrived(reader, 'NOW');
  app.clock.advance(16 * MINUTE);
  heard.push(...(await arrived(reader, 'GATHERED')));
  if (isListed) {
    app.clock.advance(46 * MINUTE);
    const once = await arrived(reader, 'NOW');
    const again = 'NOW Listed for tomorrow: Nobody has taken this yet.';
    expect(once.toSorted()).toEqual(row.waits === true ? [`K ${again}`, `T ${again}`] : []);
  }
  app.clock.advance(4 * DAY);
  heard.push(...(await arrived(reader, 'DAILY')));
  expect(heard.toSorted()).toEqual(expectedOf(row, isListed));
});

test('the rows hold each sentence of news to staff and to signers that an event has, in its own words', () => {
  const words = new Set(
    ROWS.flatMap(({ staff = [], signers = {} }) => [...staff.map((each) => each.words), ...Object.values(signers)]),
  );
  const missing = KINDS_OF_NEWS.filter((kind) => {
    const { staff, signers } = notificationRule(kind);
    const isHeld = (part: { words: string } | undefined) =>
      part === undefined || [...words].some((each) => each.startsWith(part.words));
    return !isHeld(staff) || !isHeld(signers);
  });
  // Of these time alone is the cause.
  expect(missing).toEqual(['CONFIRM_AHEAD', 'NOT_TAKEN', 'NOT_READY']);
});
