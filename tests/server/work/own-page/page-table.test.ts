import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { localDate, longDate } from '#domain/values/plain-date.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { afterWordsOf } from '#src/sign/link/after-words.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { aPatient, callerOf, inked, signAll, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, aParent, draft2 } from '#tests/support/forms/form-2.ts';
import { outForm } from '#tests/support/forms/invited.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// For each state of a form, role, and day after it: whether its signer comes back, in which words, to which copy, and what they may do there.

let staff: Caller & { email: string };
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = { ...(await signIn(app, email)), email };
});
const versionsOf = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents;
const versionOf = async (form: Pick<MailedForm, 'recordID'>) => (await versionsOf(form))[0]!;
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);

/** A form of which one signer comes back; `code`: by that on their copy, where the newest form is another one. */
type Made = MailedForm & { readonly code?: string };

async function partlySigned(): Promise<Made> {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  return form;
}

async function signed(): Promise<Made> {
  const form = await partlySigned();
  await sealed(form);
  return form;
}

async function sealed(form: Made): Promise<void> {
  await staff.call('recordSign', typed(await versionOf(form)));
  for (let nth = 0; nth < 2; nth += 1) await app.doJobs();
}

async function declined(): Promise<Made> {
  const form = await mailedForm(app, staff);
  await (await visit(app, form)).call('recordDecline', { consentID: form.consentID, reason: 'I want to wait' });
  await app.doJobs();
  return form;
}

/** Ends a signed form in one way. */
const after =
  (...ends: readonly ((form: Made) => Promise<unknown>)[]) =>
  async () => {
    const form = await signed();
    for (const end of ends) await end(form);
    await app.doJobs();
    return form;
  };

const done = ({ recordID }: Made) => staff.call('recordDone', { id: recordID, on: today() });
const close = ({ recordID }: Made) => staff.call('recordClose', { id: recordID, reason: 'PATIENT' });
const undo = ({ recordID }: Made) => staff.call('recordUndoEnd', { id: recordID, reason: 'Another patient was meant' });
const withdraw = ({ consentID }: Made) => staff.call('recordWithdraw', { consentID, reason: 'Said on the telephone' });
const settle = ({ consentID }: Made) =>
  staff.call('recordTalked', { consentID, choiceIDs: [], takenBack: true, outcome: 'It was done, and we talked about it' });

/** A newer version is signed on the ward; the older one is reached by the code on its copy. */
async function superseded(): Promise<Made> {
  const form = await signed();
  const { verifyCode } = await versionOf(form);
  const { consentID } = await staff.call('recordReconsent', { id: form.recordID, reason: 'Another implant' });
  const { version } = (await versionsOf(form)).find((each) => each.consentID === consentID)!;
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  const newer = await staff.call('consentSend', { consentID, version: edited.version, channel: 'DEVICE' });
  await signAll(app, staff, newer.data);
  for (let nth = 0; nth < 2; nth += 1) await app.doJobs();
  return { ...form, code: verifyCode ?? '' };
}

const bornYearsAgo = (years: number) => `${Number(today().slice(0, 4)) - years}-01-01`;

/** A form of a child whose mother signs at home, and with her whoever else is named. */
async function ofFamily(change: Parameters<typeof draft2>[1] = {}, dateOfBirth = bornYearsAgo(11)) {
  const nth = crypto.randomUUID().slice(0, 8);
  const own = `child-${nth}@example.org`;
  const { patient: child } = (await staff.call('patientCreate', aPatient({ dateOfBirth, emailAddress: own }))).data;
  const mother = aParent({ emailAddress: `mother-${nth}@example.org` });
  const { consentID, recordID, version } = await draft2(staff, { patientID: child.id, parents: [mother], ...change });
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  const formOf = async (address: string, lastName: string): Promise<Made> => {
    const person = { address, lastName, dateOfBirth, patientID: child.id };
    return { ...person, consentID, recordID, token: await tokenIn(app, address) };
  };
  return {
    mother: () => formOf(mother.emailAddress ?? '', 'Demo-Mother'),
    child: () => formOf(own, child.lastName),
  };
}

async function signAt(form: Made): Promise<Made> {
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  return form;
}

async function ofMother(dateOfBirth?: string): Promise<Made> {
  const form = await signAt(await (await ofFamily({}, dateOfBirth)).mother());
  await sealed(form);
  return form;
}

/** The form of a child who signs beside their mother, and whose signature it does not need. */
async function ofChild(): Promise<Made> {
  const family = await ofFamily({ child: aChild({ signs: true }) });
  await signAt(await family.mother());
  const form = await signAt(await family.child());
  await sealed(form);
  return form;
}

/** The child has signed, and the mother, who decides, says no. */
async function refusedByMother(whose: 'mother' | 'child'): Promise<Made> {
  const family = await ofFamily({ child: aChild({ signs: true }) });
  const child = await signAt(await family.child());
  const mother = await family.mother();
  await (await visit(app, mother)).call('recordDecline', { consentID: mother.consentID, reason: 'I want to wait' });
  await app.doJobs();
  return whose === 'mother' ? mother : child;
}

const MADE = {
  PARTIALLY_SIGNED: partlySigned,
  SIGNED: signed,
  DECLINED: declined,
  WITHDRAWN: after(withdraw),
  SUPERSEDED: superseded,
  VOIDED: after(({ consentID }) => staff.call('recordVoid', { consentID, reason: 'Another side', kind: 'OTHER' })),
  DONE: after(done),
  'DONE, then taken back': after(done, withdraw),
  'DONE, then taken back and settled': after(done, withdraw, settle),
  'DONE, then undone': after(done, undo),
  'DONE, then taken back and undone': after(done, withdraw, undo),
  CLOSED: after(close),
  'CLOSED, then undone': after(close, undo),
  'SIGNED by a parent': () => ofMother(),
  'SIGNED by a child': ofChild,
  'DECLINED by the parent of a child who has signed': () => refusedByMother('child'),
  'DECLINED by a parent': () => refusedByMother('mother'),
} as const satisfies Record<string, () => Promise<Made>>;

const HOSPITAL = { organisation: 'Demo General Hospital', support: '020 7946 0000', host: 'forms.example.org' };
/** The day on which a form ended stands in the words for it: the clock goes on from row to row. */
const onDay = (page: Page | null, day: string) =>
  page && { ...page, words: page.words.map((line) => line.replace('{day}', longDate(day))) };
const MIND = 'You can change your mind at any time, even on the day. Tell staff, or ring 020 7946 0000.';
const COMPLETE = 'Everyone has signed. No one can change the form now.';
const LAPSED = 'Your yes is more than 182 days old. The team asks you again before the operation.';
const SAY_YES = 'To say yes after all, ask Demo General Hospital for a new form.';
const SPOKEN = ['ask', 'write'];

type Page = { readonly words: readonly string[]; readonly acts: readonly string[] };
const page = (acts: readonly string[], ...words: readonly string[]): Page => ({ words, acts });
const SIGNED = (...words: readonly string[]) => page(['copy', ...SPOKEN, 'withdraw'], 'Thank you. You have signed.', ...words);
const WITHDRAWN = page(
  ['copy', ...SPOKEN],
  'This consent does not count any more',
  'It was taken back on {day}.',
  'Nothing will be done without a new yes.',
  SAY_YES,
);
const DECLINED = page(
  ['copy', ...SPOKEN],
  'You have said no',
  'You said no on {day}. We have written it down.',
  'Your clinician will talk with you about what happens next.',
  SAY_YES,
);
const DONE_ON = 'The operation was recorded as done on {day}.';
const DONE = SIGNED(DONE_ON, COMPLETE);
const CLOSED = SIGNED('It is not going ahead.', COMPLETE);

const ROWS: readonly (readonly [keyof typeof MADE, number, Page | null])[] = [
  [
    'PARTIALLY_SIGNED',
    1,
    page(
      SPOKEN,
      'Thank you. You have signed.',
      'What happens next: the others sign too. Then no one can change the form.',
      'Come back at forms.example.org/my-consent then, to download a copy.',
      MIND,
    ),
  ],
  ['SIGNED', 15, SIGNED(COMPLETE, MIND)],
  ['SIGNED', 182, SIGNED(COMPLETE, MIND)],
  // Longer than a consent lasts.
  ['SIGNED', 183, SIGNED(LAPSED, MIND)],
  ['SIGNED', 729, SIGNED(LAPSED, MIND)],
  ['SIGNED', 731, null],
  ['DECLINED', 15, DECLINED],
  ['DECLINED', 731, null],
  ['WITHDRAWN', 15, WITHDRAWN],
  ['WITHDRAWN', 731, null],
  ['SUPERSEDED', 15, page(['copy', ...SPOKEN], 'There is a newer form', 'This form does not count any more.')],
  ['VOIDED', 15, null],
  ['DONE', 15, DONE],
  ['DONE', 89, DONE],
  ['DONE', 91, null],
  [
    'DONE, then taken back',
    91,
    page(['copy', ...SPOKEN], 'We have told the team', DONE_ON, 'If it was not done, ring 020 7946 0000 now.'),
  ],
  ['DONE, then taken back and settled', 15, DONE],
  ['DONE, then taken back and settled', 91, null],
  ['DONE, then undone', 15, SIGNED(COMPLETE, MIND)],
  ['DONE, then undone', 91, SIGNED(COMPLETE, MIND)],
  ['DONE, then taken back and undone', 15, WITHDRAWN],
  ['CLOSED', 15, CLOSED],
  ['CLOSED', 89, CLOSED],
  ['CLOSED', 91, null],
  ['CLOSED, then undone', 91, SIGNED(COMPLETE, MIND)],
  ['SIGNED by a parent', 15, SIGNED(COMPLETE, MIND)],
  ['SIGNED by a parent', 183, SIGNED(LAPSED, MIND)],
  // The form does without their signature.
  ['SIGNED by a child', 15, page(['copy', ...SPOKEN], 'Thank you. You have signed.', COMPLETE, MIND)],
  [
    'DECLINED by the parent of a child who has signed',
    15,
    page(
      SPOKEN,
      'Someone else has said no',
      'Your own answer is saved.',
      'The clinician will talk with you about what happens next.',
    ),
  ],
  ['DECLINED by a parent', 15, DECLINED],
];

test.each(ROWS)('%s, %i days later', async (state, days, expected) => {
  const form = await MADE[state]();
  const day = today();
  app.clock.advance(days * DAY);
  expect(await pageOf(form)).toEqual(onDay(expected, day));
});

test('the newer form of one that was replaced is listed, and opens in its place', async () => {
  const form = await superseded();
  const home = await comeBack(form);
  const [newer] = (await home!.call('pageForms', {})).data;
  expect(newer).toMatchObject({ status: 'SIGNED', isNewer: true });
  const { ticket, data } = await home!.call('pageOpen', { otherId: newer!.consentID });
  expect(data.consentID).toBe(newer!.consentID);
  const [older] = (await callerOf(app, ticket).call('pageForms', {})).data;
  expect(older).toMatchObject({ consentID: form.consentID, status: 'SUPERSEDED' });
  expect(older).not.toHaveProperty('isNewer');
  // One that was a mistake is no newer form.
  await staff.call('recordVoid', { consentID: newer!.consentID, reason: 'Another implant', kind: 'OTHER' });
  expect((await pageOf(form))?.words).toEqual([
    'This consent does not count any more',
    'Ask Demo General Hospital for a new one.',
  ]);
});

test.each([
  [19, SIGNED(COMPLETE, MIND)],
  // The birthday itself.
  [20, null],
  [21, null],
])('a parent whose child is 16 in 20 days, %i days later', async (days, expected) => {
  const birthday = localDate(app.clock.now() + 20 * DAY, app.deps.settings.timeZone);
  const form = await ofMother(`${Number(birthday.slice(0, 4)) - 16}${birthday.slice(4)}`);
  app.clock.advance(days * DAY);
  expect(await pageOf(form)).toEqual(expected);
});

test('a parent who comes back by the link of before reads that the child is 16 now: the initial, and nothing more of them', async () => {
  const birthday = localDate(app.clock.now() + 5 * DAY, app.deps.settings.timeZone);
  const form = await ofMother(`${Number(birthday.slice(0, 4)) - 16}${birthday.slice(4)}`);
  const home = await visit(app, form);
  app.clock.advance(5 * DAY);
  const { data } = await callerOf(app).refused('consentVerifyUser', { token: form.token });
  expect(data).toEqual({
    organisation: { _id: expect.any(String), name: 'Demo General Hospital' },
    support: expect.any(String),
    mayComeBack: false,
    grownInitial: home.details.patient.firstName.slice(0, 1).toUpperCase(),
  });
  const answers = { id: form.token, patientDetails: { dateOfBirth: form.dateOfBirth, lastName: form.lastName } };
  expect((await callerOf(app).refused('recordVerifyPatient', answers)).data).toEqual(data);
});

test('somebody who is consulted asks while their link is open, and comes back to no page', async () => {
  const form = await outForm(staff, 'FORM_4');
  const order = form.recipients.find(({ role }) => role === 'CONSULTEE')!.signing_order;
  const sent = await staff.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: order, channel: 'QR' }] });
  const token = sent.data[0]?.link?.url.split('/').at(-1) ?? '';
  const { dateOfBirth } = (await staff.call('recordDetails', { id: form.recordID })).data.record.patient;
  const person = { token, dateOfBirth, lastName: 'Demo-Daughter' };
  const daughter = await visit(app, person);
  await daughter.call('recordSign', inked(daughter.details));
  expect(await readPage(await visit(app, person), form.consentID)).toEqual(
    page(['ask'], 'Thank you. You have signed.', 'There is nothing more for you to do.'),
  );
});

/** Asks for the page of a form as anybody may; null where nothing comes. */
async function comeBack(form: Made) {
  while (await expireLinks(app.deps));
  const before = (await mailsTo(app, form.address)).length;
  await callerOf(app).call('pageAsk', { contact: form.code ?? form.address });
  app.clock.advance(MINUTE);
  await app.doJobs();
  if ((await mailsTo(app, form.address)).length === before) return null;
  return visit(app, { ...form, token: await tokenIn(app, form.address) });
}

async function pageOf(form: Made): Promise<Page | null> {
  const home = await comeBack(form);
  return home === null ? null : readPage(home, form.consentID);
}

/** A page in words, and the acts that the server takes from it: those that the page offers, and no others. */
async function readPage(home: Awaited<ReturnType<typeof visit>>, consentID: string): Promise<Page> {
  const words = afterWordsOf(home.details, HOSPITAL, { ...linkTexts, date: longDate });
  const offers = [
    ...(words.canDownload ? ['copy'] : []),
    ...(words.canAsk ? ['ask'] : []),
    ...(words.canWrite ? ['write'] : []),
    ...(words.canWithdraw ? ['withdraw'] : []),
  ];
  const isTaken = (act: Promise<unknown>) =>
    act.then(
      () => true,
      () => false,
    );
  const taken = [
    ...((await isTaken(home.download(consentID))) ? ['copy'] : []),
    ...((await isTaken(home.call('recordQuestion', { consentID, text: 'When may I drive?' }))) ? ['ask'] : []),
    ...((await isTaken(home.call('pageNote', { consentID, text: 'I have a new telephone' }))) ? ['write'] : []),
    ...((await isTaken(home.call('recordWithdraw', { consentID, reason: '' }))) ? ['withdraw'] : []),
  ];
  // Somebody who has taken it back after the operation may say so again.
  expect(home.details.extras?.done?.isTakenBack === true ? taken.filter((act) => act !== 'withdraw') : taken).toEqual(offers);
  return { words: [words.h1, ...words.lines], acts: offers };
}
