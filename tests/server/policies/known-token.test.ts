import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#server/data/tokens.ts';
import { DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { mailedForm } from '#tests/support/forms/link-of.ts';
import { post } from '#tests/support/people/registering.ts';
import { recordStatements, type StatementLog } from '#tests/support/server/statements.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let log: StatementLog;
beforeAll(() => {
  log = recordStatements();
});
afterAll(() => log.stop());

const WIFI = '203.0.113.40';
/** An address that never was a link, in the words of one that has ended. */
const GONE = 410;
const strange = (prefix: 'l' | 't' | 'd') => newToken(prefix, app.deps.random);
const look = (token: string, address = WIFI) =>
  app.ask({ url: `/api/consent/details-by-token/${token}`, remoteAddress: address });
const answer = (token: string, payload: object, address = WIFI) =>
  post(app, 'record/verifyPatient', { id: token, patientDetails: payload }, { address });

/** Spends the hundred wrong tokens of a network, by each of the calls that take one; the next one is told that they are spent. */
async function spend(address: string): Promise<void> {
  for (let tries = 0; tries < 25; tries += 1) {
    const answers = [
      await look(strange('l'), address),
      await look(strange('t'), address),
      await app.ask({ url: `/api/document/${strange('d')}`, remoteAddress: address }),
      await answer(strange('l'), { dateOfBirth: '1950-03-14', lastName: 'Nobody' }, address),
    ];
    expect(answers.map(({ status }) => status)).toEqual([GONE, 404, 404, GONE]);
  }
  expect((await look(strange('l'), address)).status).toBe(GONE);
}

test('tokens that stand for nothing spend an allowance of their network; a further one costs one look and no write, and a right link still opens', async () => {
  const staff = await signIn(app);
  const form = await mailedForm(app, staff);
  await spend(WIFI);
  log.takeAll();
  expect((await look(strange('l'))).status).toBe(GONE);
  const texts = log.takeAll().map(({ text }) => text);
  expect(texts.filter((text) => /^\s*(insert|update|delete)/i.test(text))).toEqual([]);
  expect(texts.filter((text) => /^\s*select/i.test(text))).toHaveLength(1);
  // Another network is not held up, nor is anybody who signs in from this one.
  expect((await look(strange('l'), '203.0.113.41')).status).toBe(GONE);
  const signedIn = await post(app, 'user/login', { email: 'nurse@demo.nhs.uk', password: DEMO_PASSWORD }, { address: WIFI });
  expect(signedIn.status).toBe(200);
  expect((await look(form.token)).status).toBe(200);
  const right = await answer(form.token, { dateOfBirth: form.dateOfBirth, lastName: form.lastName });
  expect(right.status).toBe(200);
});

test('of a flood from a spent network a few are looked up at once and the rest are told to slow down, and fifty real links open beside it', async () => {
  const staff = await signIn(app);
  const address = '203.0.113.50';
  const form = await mailedForm(app, staff);
  await spend(address);
  const flood = Promise.all(Array.from({ length: 300 }, () => look(strange('l'), address)));
  const statuses = (await flood).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([GONE, 429]));
  for (let patients = 0; patients < 50; patients += 1) {
    const beside = Promise.all(Array.from({ length: 6 }, () => look(strange('l'), address)));
    expect((await look(form.token, address)).status).toBe(200);
    await beside;
  }
});
