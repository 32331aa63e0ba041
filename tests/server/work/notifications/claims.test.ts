import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { handOver, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Somebody says that they see to a need: others are told, nothing is hidden, and it ends with the need.

type Person = Caller & { readonly token: string; readonly email: string; readonly id: string; readonly name: string };
const app = useTestApp();
let staff: Person;
let colleague: Person;
const person = async (): Promise<Person> => {
  const { id, email } = await addPerson(app, { role: 'BCH_CLINICIAN' });
  const signedIn = await signIn(app, email);
  const { user } = await signedIn.call('userMe', {});
  return { ...signedIn, email, id, name: `${user.firstName} ${user.lastName}` };
};
beforeEach(async () => {
  [staff, colleague] = [await person(), await person()];
});

type Form = Awaited<ReturnType<typeof sent>>;
const later = async (ms: number) => {
  app.clock.advance(ms);
  staff = { ...staff, ...(await signIn(app, staff.email)) };
  colleague = { ...colleague, ...(await signIn(app, colleague.email)) };
};

/** A form out, of which somebody asks. */
async function asked(): Promise<Form> {
  const form = await sent(staff);
  await ask(form);
  await later(MINUTE);
  return form;
}
const ask = async (form: Form) => {
  const holder = await handOver(app, staff, form);
  await holder.call('recordQuestion', { consentID: form.consentID, text: 'Does it hurt?' });
};
const take = (by: Caller, { recordID: id }: Form, from?: string) =>
  by.call('recordTake', { id, need: 'QUESTION', ...(from === undefined ? {} : { from }) });
const rowOf = async ({ recordID }: Form) =>
  (await staff.call('recordNeeds', { limit: 100 })).data.records.find((each) => each.recordID === recordID);
const takenBy = async (form: Form) => (await rowOf(form))?.taken?.name ?? null;

test('a need that somebody takes says so, with name and time, also on a tablet, and is hidden from nobody', async () => {
  const form = await asked();
  const { cursor } = await pull(staff);
  expect(await rowOf(form)).toMatchObject({ need: 'QUESTION', taken: null });
  const { data } = await take(colleague, form);
  const at = new Date(app.clock.now()).toISOString();
  expect(data.taken).toEqual({ need: 'QUESTION', userID: colleague.id, name: colleague.name, at });
  expect(await rowOf(form)).toMatchObject({ need: 'QUESTION', taken: data.taken });
  const told = (await pull(staff, cursor)).changes.find(({ entity, id }) => entity === 'listed' && id === form.recordID);
  expect(told?.data).toMatchObject({ taken: [data.taken] });
  // Once more is the same.
  expect((await take(colleague, form)).data.taken).toEqual(data.taken);
});

test('somebody else is told who has it, and may take it over from them alone; it is given back by whoever has it', async () => {
  const form = await asked();
  await take(colleague, form);
  const at = new Date(app.clock.now()).toISOString();
  const taken = { status: 409, code: 'TAKEN', data: { name: colleague.name, at } };
  const refusedTo = async (act: 'recordTake' | 'recordGiveBack', more: { from?: string } = {}) =>
    staff.refused(act, { id: form.recordID, need: 'QUESTION', ...more });
  expect(await refusedTo('recordTake')).toMatchObject(taken);
  expect(await refusedTo('recordGiveBack')).toMatchObject(taken);
  const third = await person();
  expect(await refusedTo('recordTake', { from: third.id })).toMatchObject(taken);
  await take(staff, form, colleague.id);
  expect(await takenBy(form)).toBe(staff.name);
  expect(await colleague.refused('recordGiveBack', { id: form.recordID, need: 'QUESTION' })).toMatchObject({ code: 'TAKEN' });
  const { cursor } = await pull(staff);
  await later(MINUTE);
  await staff.call('recordGiveBack', { id: form.recordID, need: 'QUESTION' });
  expect(await takenBy(form)).toBeNull();
  const told = (await pull(staff, cursor)).changes.find(({ entity, id }) => entity === 'listed' && id === form.recordID);
  expect(told?.data).not.toHaveProperty('taken');
  expect((await staff.call('recordGiveBack', { id: form.recordID, need: 'QUESTION' })).data.taken).toBeNull();
});

test('of two who take it at once one has it', async () => {
  const form = await asked();
  const ends = await Promise.allSettled([take(staff, form), take(colleague, form)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('it ends with its need: the next question is nobody’s yet', async () => {
  const form = await asked();
  await take(colleague, form);
  await later(MINUTE);
  const [question] = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]?.questions ?? [];
  await staff.call('recordAnswer', { id: question?.id ?? '', answer: 'A little' });
  expect(await rowOf(form)).toBeUndefined();
  await later(MINUTE);
  await ask(form);
  expect(await rowOf(form)).toMatchObject({ need: 'QUESTION', taken: null });
});

test.each([
  ['of no list', null, 3 * DAY],
  ['that is listed for tomorrow', 1, 4 * HOUR],
])('of a case %s it ends by its time', async (_, days, lasts) => {
  const form = await asked();
  if (days !== null) {
    const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.record;
    const date = localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
    const listed = { date, theatre: null, listType: 'THEATRE' } as const;
    await staff.call('recordUpdate', { recordID: form.recordID, version, listed });
    await later(MINUTE);
  }
  const need = days === null ? 'QUESTION' : 'NOT_READY_SOON';
  await colleague.call('recordTake', { id: form.recordID, need });
  await later(lasts - MINUTE);
  expect(await takenBy(form)).toBe(colleague.name);
  await later(MINUTE);
  expect(await takenBy(form)).toBeNull();
});

test('a need that is not there any more is taken by nobody', async () => {
  const form = await sent(staff);
  expect(await staff.refused('recordTake', { id: form.recordID, need: 'QUESTION' })).toMatchObject({ code: 'MOVE_REFUSED' });
});
