import fs from 'node:fs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { LINKS_A_DAY } from '#domain/base/link-limits.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { MailNotTaken, type Mailer } from '#server/outside/mail/mailer.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { runOne } from '#server/work/run-jobs.ts';
import { proposeDue } from '#server/work/retention/propose-due.ts';
import { isPart } from '#tests/support/checks/full.ts';
import { callerOf, DEMO_PASSWORD, sent, signAll, signIn } from '#tests/support/forms/builders.ts';
import { NEW_PEOPLE, outForm } from '#tests/support/forms/invited.ts';
import { mailedForm } from '#tests/support/forms/link-of.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { codeFor } from '#tests/support/people/mails.ts';
import { active, NEW_PASSWORD, post } from '#tests/support/people/registering.ts';
import { appCode } from '#tests/support/people/totp.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The hospital has been there for longer than any of its clocks goes back.
const app = useTestApp(async ({ clock }) => clock.advance(3 * DAY));
beforeEach(async () => {
  for (const table of ['jobs', 'throttles'] as const) await app.database.db.deleteFrom(table).execute();
});

const withMailer = (send: Mailer['send']) => ({
  ...app.deps,
  mailer: { kind: 'smtp' as const, send, close: async () => undefined },
});
let made = 0;
const newAddress = () => `ahead${(made += 1)}@demo.nhs.uk`;
/** A job that sends a mail. */
const queueMail = () => callerOf(app).call('userForgot', { email: 'nurse@demo.nhs.uk' });

/** Does something. @returns what must go well, at once, after the clock was set */
type Way = () => Promise<() => Promise<void>>;

const WAYS: Record<string, Way> = {
  'a job that failed is tried again': async () => {
    await queueMail();
    const failing = withMailer(async () => {
      throw new MailNotTaken('ECONNECTION');
    });
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await runOne(failing)).toBe(true);
      app.clock.advance(10_000);
    }
    return async () => {
      const sentNow: unknown[] = [];
      expect(await runOne(withMailer(async (mail) => void sentNow.push(mail)))).toBe(true);
      expect(sentNow).toHaveLength(1);
    };
  },
  'a job of a server that was killed is taken up': async () => {
    await queueMail();
    let isTaken = false;
    void runOne(
      withMailer(async () => {
        isTaken = true;
        await new Promise<never>(() => undefined);
      }),
    );
    await expect.poll(() => isTaken).toBe(true);
    return async () => expect(await runOne(withMailer(async () => undefined))).toBe(true);
  },
  'a form that went out then, and is signed now, is sealed': async () => {
    const form = await sent(await signIn(app));
    return async () => {
      await signAll(app, await signIn(app), form);
      await app.doJobs();
      const row = await app.database.db
        .selectFrom('consents')
        .select('seal_state')
        .where('id', '=', form.consentID)
        .executeTakeFirst();
      expect(row).toEqual({ seal_state: 'SEALED' });
    };
  },
  'a code that is mailed now is the newest': async () => {
    const email = 'reader@demo.nhs.uk';
    await callerOf(app).call('userForgot', { email });
    await app.doJobs();
    return async () => {
      // The mail of then has the later id.
      fs.rmSync(app.mailFolder, { recursive: true });
      fs.mkdirSync(app.mailFolder);
      await callerOf(app).call('userForgot', { email });
      await callerOf(app).call('userRegister', {
        email,
        authorisationCode: await codeFor(app, email),
        password: `Other!Leaf${(made += 1)}`,
      });
    };
  },
  'somebody with an authenticator signs in': async () => {
    const { email, secret } = await active(app, newAddress());
    const verify = () => post(app, 'user/otp/verify', { email, password: NEW_PASSWORD, code: appCode(secret, app.clock.now()) });
    expect((await verify()).status).toBe(200);
    return async () => expect((await verify()).status).toBe(200);
  },
  'somebody whose password was tried too often signs in': async () => {
    // From a place that somebody has signed in from before, a right password passes all the same.
    const { email } = await addPerson(app, { role: 'NURSE' });
    const statusOf = async (password: string) => (await callerOf(app).refused('userLogin', { email, password })).status;
    for (let tries = 0; tries < 10; tries += 1) expect(await statusOf(`Wrong${tries}!`)).toBe(401);
    expect(await statusOf(DEMO_PASSWORD)).toBe(429);
    return async () => void (await signIn(app, email));
  },
  'somebody whose codes of an authenticator were tried too often signs in': async () => {
    const { email, secret } = await active(app, newAddress());
    const verify = async (code: string) => (await post(app, 'user/otp/verify', { email, password: NEW_PASSWORD, code })).status;
    const right = () => appCode(secret, app.clock.now());
    const wrong = () => right().replace(/\d$/, (last) => `${(Number(last) + 1) % 10}`);
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) answers.push(await verify(wrong()));
    expect([...new Set(answers)]).toHaveLength(1);
    expect(await verify(right())).toBe(429);
    return async () => expect(await verify(right())).toBe(200);
  },
  'somebody whose backup codes were spent gets another one': async () => {
    const { email } = await active(app, newAddress());
    const asked = async () => {
      await callerOf(app).refused('userLogin', { email, password: NEW_PASSWORD });
      await post(app, 'user/otp/email', { email });
      const codes = app.database.db.selectFrom('one_time_codes as c').innerJoin('users as u', 'u.id', 'c.user_id');
      const found = codes.select('c.id').where('u.email', '=', email).where('c.purpose', '=', 'BACKUP');
      return (await found.execute()).length;
    };
    for (let nth = 0; nth < 5; nth += 1) await asked();
    expect(await asked()).toBe(3);
    return async () => expect(await asked()).toBe(4);
  },
  'a signer whose links were spent gets another one': async () => {
    const staff = await signIn(app);
    const form = await mailedForm(app, staff);
    const { consentID } = form;
    for (let nth = 1; nth < LINKS_A_DAY; nth += 1) await staff.call('consentSendEmail', { consentID, role: 'PATIENT' });
    expect((await staff.refused('consentSendEmail', { consentID, role: 'PATIENT' })).status).toBe(429);
    return async () => void (await (await signIn(app)).call('consentSendEmail', { consentID, role: 'PATIENT' }));
  },
  'somebody joins a form that was on a tablet': async () => {
    const staff = await signIn(app);
    const form = await outForm(staff, 'FORM_1');
    await signerAt(app, staff, form, ['PATIENT', 1]);
    return async () =>
      void (await (await signIn(app)).call('recordSendInvite', { id: form.recordID, invites: [NEW_PEOPLE.INTERPRETER] }));
  },
  'due records are looked for': async () => {
    const admin = await signIn(app, 'admin@demo.nhs.uk');
    const { asked: _, ...rules } = (await admin.call('retentionGet', {})).data;
    await admin.call('retentionUpdate', { ...rules, isOn: true });
    while (await proposeDue(app.deps));
    const searchedOn = todayOf(app.deps);
    // Once a day.
    return async () => expect(await proposeDue(app.deps)).toBe(searchedOn !== todayOf(app.deps));
  },
};

/** By how much the clock is wrong while something is done, and while it goes on, ms. */
const MOVES: readonly (readonly [done: number, goesOn: number])[] = [
  [HOUR, 0],
  [2 * DAY, 0],
  [365 * DAY, 0],
  [0, -HOUR],
  [0, -2 * DAY],
  [-2 * DAY, 0],
];
const CASES = Object.entries(WAYS).flatMap(([way, make]) =>
  MOVES.flatMap(([done, goesOn]) =>
    (isPart ? [false, true] : [false]).map((isRestarted) => [way, done, goesOn, isRestarted, make] as const),
  ),
);

test.each(CASES)(
  '%s: done with a clock that is wrong by %i ms, gone on with by %i ms, server started anew: %s',
  async (_, done, goesOn, isRestarted, make) => {
    const right = app.clock.now();
    const beWrongBy = (ms: number) => app.clock.advance(right + ms - app.clock.now());
    onTestFinished(() => beWrongBy(MINUTE));
    beWrongBy(done);
    const then = await make();
    if (isRestarted) await app.restart();
    beWrongBy(goesOn);
    await then();
  },
);
