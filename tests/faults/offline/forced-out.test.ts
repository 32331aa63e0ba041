import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { isKept } from '#tests/support/faults/fault-proxy.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import { addPatient, arrive, untilSent, untilWaiting } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();
const EYES = 'eyes@demo.nhs.uk';

type Person = Output<'userAuthoriseList'>['data']['records'][number];
type Chief = { readonly ask: Caller['ask']; readonly person: Person };

/** The administrator's change meanwhile, and the step that lets the person in again. */
const MEANWHILE: readonly [
  string,
  { readonly out: (chief: Chief) => Promise<unknown>; readonly back: (chief: Chief) => Promise<unknown> },
][] = [
  [
    'is suspended',
    {
      out: ({ ask, person }) => ask('userAuthorise', { email: person.email, status: 'SUSPENDED' }),
      back: (chief) => giveRole(chief, 'CLINICIAN'),
    },
  ],
  ['gets another role', { out: (chief) => giveRole(chief, 'NURSE'), back: () => Promise.resolve() }],
];

async function giveRole({ ask, person }: Chief, key: string): Promise<unknown> {
  const { records } = (await ask('roleGet', { limit: 100 })).data;
  const role = records.find((each) => each.key === key);
  if (role === undefined) throw new Error(`There is no role ${key}`);
  return ask('userAuthorise', { email: person.email, status: 'ACTIVE', expiryDate: '2099-01-01', roleID: role._id });
}

test.each(rowsOf(MEANWHILE))(
  'who %s with three items unsent is signed out; they stay sealed and named, and go once the person is back',
  async (what, { out, back }) => {
    const { ask } = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
    const [person] = (await ask('userAuthoriseList', { search: EYES })).data.records;
    if (person === undefined) throw new Error(`There is no ${EYES}`);
    const tablet = stage.tablet();
    const page = await tablet.open();
    await arrive(page, stage.proxy.origin, EYES);
    await tablet.context.setOffline(true);
    const names = [1, 2, 3].map((nth) => stage.secret(`Demo-Forced-Out-${what.replaceAll(' ', '-')}-${nth}`));
    for (const lastName of names) await addPatient(page, lastName);
    await untilWaiting(page, 3);
    await out({ ask, person });
    const from = stage.proxy.reached.length;
    await tablet.context.setOffline(false);
    await expectLeftAtSignIn(page, person, names);
    // A restart of the browser changes none of it.
    await tablet.close();
    const next = await tablet.open();
    await next.goto(`${stage.proxy.origin}/login`);
    await expectLeftAtSignIn(next, person, names);
    const taken = stage.proxy.reached.slice(from).filter((each) => isKept(each) && each.status < 300);
    expect(taken, 'nothing goes for somebody who is out').toEqual([]);
    if (what === 'is suspended') {
      await next.getByLabel('Email').fill(EYES);
      await next.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await next.getByRole('button', { name: 'Sign in' }).click();
      await next.getByRole('alert').first().waitFor();
      await expectLeftAtSignIn(next, person, names);
    }
    await back({ ask, person });
    await signIn(next, EYES);
    await untilSent(next);
    await expectOnServer(
      stage.staff,
      names.map((lastName) => ({ lastName, changes: 0 })),
    );
  },
);

/** Nothing of it was sent or lost: it is queued behind the sign-in screen, which shows the name and the count, and no more. */
async function expectLeftAtSignIn(page: Page, { firstName, lastName }: Person, names: readonly string[]): Promise<void> {
  await heading(page, 'Sign in').waitFor();
  await page.getByText(`${firstName} ${lastName}: 3 unsent`).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  const body = await page.locator('body').innerText();
  for (const lastName of names) expect(body.toLowerCase()).not.toContain(lastName.toLowerCase());
  const waiting = await waitingIn(page);
  expect(waiting.map(({ call }) => call)).toEqual(names.map(() => 'patientCreate'));
  // A call that was requested but not answered at the sign-out stays so, and is requested again under its key.
  for (const { state } of waiting) expect(['queued', 'sent']).toContain(state);
}
