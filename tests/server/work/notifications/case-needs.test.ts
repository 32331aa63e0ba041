import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { NEEDS } from '#domain/cases/needs.ts';
import { CONFIRM_AFTER_DAYS, LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { draft, handOver, inked, sent, signAll, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { serverNeedLinesOf, tabletNeedLinesOf, type NeedLine } from '#tests/support/tablet/shown-lights.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

vi.setConfig({ testTimeout: 240_000 });

const app = useTestApp();

type Form = { readonly recordID: string; readonly consentID: string };
const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
const details = async (staff: Caller, { recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;

async function list(staff: Caller, form: Form, date: string): Promise<void> {
  const { version } = (await details(staff, form)).record;
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
}

type Making = (staff: Caller & { token: string }) => Promise<Form>;
const out =
  (act: (staff: Caller & { token: string }, form: Form) => Promise<unknown>): Making =>
  async (staff) => {
    const form = await sent(staff);
    await act(staff, form);
    return form;
  };
const inForce =
  (act: (staff: Caller & { token: string }, form: Form) => Promise<unknown>): Making =>
  async (staff) => {
    const form = await signed(app, staff);
    await act(staff, form);
    return form;
  };
const setStatus = async (form: Form, status: 'EXPIRED') => {
  await app.database.db.updateTable('consents').set({ status }).where('id', '=', form.consentID).execute();
  await app.database.db.updateTable('cases').set({ status }).where('id', '=', form.recordID).execute();
};
const signedDaysAgo = (days: number) =>
  inForce(async (_, { consentID }) => {
    const signed_at = new Date(app.clock.now() - days * DAY).toISOString();
    await app.database.db.updateTable('consents').set({ signed_at }).where('id', '=', consentID).execute();
  });
const beginNewer = async (staff: Caller, { recordID }: Form) => {
  app.clock.advance(1);
  await staff.call('recordReconsent', { id: recordID, reason: 'The other eye' });
  app.clock.advance(1);
};
const confirmNow = async (staff: Caller, form: Form) => {
  const consent = (await details(staff, form)).consents[0]!;
  await staff.call('recordConfirm', confirmationOf(consent, { at: app.clock.now(), clockOffset: 0 }));
};

const scanOf = (consentID: string) => {
  // The file goes beside the fields of the call.
  const input = { consentID, files: [new Blob([new Uint8Array(blankPage())])] };
  return input;
};

async function signedAtHome(staff: Caller) {
  const form = await mailedForm(app, staff, { additionalChoices: ANSWERED_CHOICES });
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  await staff.call('recordSign', typed((await details(staff, form)).consents[0]!));
  return { form, home };
}

/** A case in each state that people meet. */
const STATES: Readonly<Record<string, Making>> = {
  draft: async (staff) => draft(staff),
  sent: async (staff) => sent(staff),
  'asked a question': out(async (staff, form) =>
    (await handOver(app, staff, form)).call('recordQuestion', { consentID: form.consentID, text: 'Does it hurt?' }),
  ),
  'details wrong': out(async (staff, form) =>
    (await handOver(app, staff, form)).call('recordIdentity', { consentID: form.consentID, confirmed: false }),
  ),
  'signed by the patient': out(async (staff, form) => {
    const holder = await handOver(app, staff, form);
    await holder.call('recordSign', inked(holder.details));
  }),
  'a wish to talk': async (staff) => {
    const wish = [{ id: 'students', title: 'Students', answer: 'DISCUSS' as const }];
    const form = await sent(staff, { additionalChoices: wish });
    await signAll(app, staff, form);
    return form;
  },
  'a scan to check': out(async (staff, { consentID }) =>
    call(calls.consentBitpaperUpload, scanOf(consentID), app.wire(staff.token)),
  ),
  'asked for more time': out(async (staff, form) =>
    (await handOver(app, staff, form)).call('recordLater', { consentID: form.consentID, comments: 'I ask my daughter first' }),
  ),
  'asked for more time, and was handed the tablet again': out(async (staff, form) => {
    await (await handOver(app, staff, form)).call('recordLater', { consentID: form.consentID });
    await handOver(app, staff, form);
  }),
  declined: out(async (staff, form) =>
    (await handOver(app, staff, form)).call('recordDecline', { consentID: form.consentID, reason: 'Wait' }),
  ),
  expired: out(async (_, form) => setStatus(form, 'EXPIRED')),
  'a locked link': async (staff) => {
    const form = await mailedForm(app, staff);
    const locked_at = new Date(app.clock.now()).toISOString();
    await app.database.db.updateTable('links').set({ locked_at, tries: 5 }).where('consent_id', '=', form.consentID).execute();
    return form;
  },
  signed: async (staff) => signed(app, staff),
  'a note after the signature': async (staff) => {
    const { form, home } = await signedAtHome(staff);
    await home.call('pageNote', { consentID: form.consentID, text: 'A new tablet' });
    return form;
  },
  'a question after it was taken back': async (staff) => {
    const { form, home } = await signedAtHome(staff);
    await home.call('recordWithdraw', { consentID: form.consentID, reason: '' });
    await home.call('recordQuestion', { consentID: form.consentID, text: 'Who tells my doctor?' });
    app.clock.advance(1);
    return form;
  },
  withdrawn: inForce(async (staff, { consentID }) => staff.call('recordWithdraw', { consentID, reason: 'Changed my mind' })),
  voided: inForce(async (staff, { consentID }) => staff.call('recordVoid', { consentID, reason: 'Mistake' })),
  'a newer draft': inForce(async (staff, { recordID }) =>
    staff.call('recordReconsent', { id: recordID, reason: 'The other eye' }),
  ),
  'grown old, and to be confirmed': signedDaysAgo(CONFIRM_AFTER_DAYS + 1),
  lapsed: signedDaysAgo(LAPSE_AFTER_DAYS + 1),
  'taken back once a newer version was begun': inForce(async (staff, form) => {
    await beginNewer(staff, form);
    await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed my mind' });
  }),
  'taken back before a newer version was begun': inForce(async (staff, { recordID, consentID }) => {
    await staff.call('recordWithdraw', { consentID, reason: 'Changed my mind' });
    app.clock.advance(1);
    await staff.call('recordReopen', { id: recordID, reason: 'They want it after all' });
  }),
  'a note and a question of the form in force beside a newer draft': async (staff) => {
    const { form, home } = await signedAtHome(staff);
    await home.call('pageNote', { consentID: form.consentID, text: 'A new tablet' });
    await home.call('recordQuestion', { consentID: form.consentID, text: 'May I drive?' });
    await beginNewer(staff, form);
    return form;
  },
  'a question of a form that a newer one has replaced': inForce(async (staff, form) => {
    const asked_at = new Date(app.clock.now()).toISOString();
    const person = { asked_by: 'Amber', role: 'PATIENT' as const, signing_order: 1 };
    const { organisation_id } = await app.database.db
      .selectFrom('consents')
      .select('organisation_id')
      .where('id', '=', form.consentID)
      .executeTakeFirstOrThrow();
    const row = { organisation_id, id: app.deps.newId(), consent_id: form.consentID, text: 'May I drive?', asked_at, ...person };
    await app.database.db
      .insertInto('questions')
      .values({ ...row, answer: null, answered_by: null, answered_at: null })
      .execute();
    app.clock.advance(1);
    const { recordID } = form;
    const { consentID, version: begun } = (await staff.call('recordReopen', { id: recordID, reason: 'The other eye' })).data;
    const clinicianStatement = { discussed: true, capacity: true };
    const { version } = await staff.call('consentUpdate', { consentID, version: begun, clinicianStatement });
    await signAll(app, staff, (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data);
  }),
  'a mail that nobody got': async (staff) => {
    const form = await mailedForm(app, staff);
    await app.database.db
      .updateTable('mails')
      .set({ state: 'FAILED', error: 'EENVELOPE' })
      .where('address', '=', form.address)
      .execute();
    return form;
  },
  'asked to be confirmed': inForce(confirmNow),
  done: inForce(async (staff, { recordID }) => staff.call('recordDone', { id: recordID, on: dayIn(0) })),
  closed: inForce(async (staff, { recordID }) => staff.call('recordClose', { id: recordID, reason: 'CLINICAL' })),
  'taken back after it was done': inForce(async (staff, { recordID, consentID }) => {
    await staff.call('recordDone', { id: recordID, on: dayIn(0) });
    await staff.call('recordWithdraw', { consentID, reason: 'Changed my mind' });
  }),
};
const DAYS = isFull ? ([null, -1, 0, 2, 3, 7, 8] as const) : ([null, -1, 0, 3] as const);

test('what waits, why, and the number of it are the same on the server and on a tablet, for each state and each day of a list', async () => {
  const tablet = await joinedTablet(app, 'cataract');
  try {
    const { staff, store } = tablet;
    const made: Form[] = [];
    for (const make of Object.values(STATES))
      for (const days of DAYS) {
        const form = await make(staff);
        made.push(form);
        if (days === null) continue;
        // Whatever a list refuses now was listed before it came to this.
        await list(staff, form, dayIn(days)).catch(async () =>
          app.database.db
            .updateTable('cases')
            .set({ listed_on: dayIn(days), list_type: 'THEATRE' })
            .where('id', '=', form.recordID)
            .execute(),
        );
      }
    await app.doJobs();
    await tablet.pull();
    // A tablet has what changed lately: the demo hospital has cases of years.
    const isOurs = ({ recordID }: NeedLine) => made.some((form) => form.recordID === recordID);
    const ours = (await serverNeedLinesOf(staff)).filter(isOurs);
    expect((await tabletNeedLinesOf(store, app.clock.now())).filter(isOurs)).toEqual(ours);
    const seen = new Set(ours.map(({ need }) => need));
    // Adults who disagree are on a form of another type, which has tests of its own.
    expect(NEEDS.filter((need) => !seen.has(need))).toEqual(['DISAGREEMENT']);
    expect(ours.length).toBeGreaterThan(50);
    // One whose newer version is a draft stands there all the same: nobody reads of the withdrawal in that.
    const needsOf = (state: string) => {
      const at = Object.keys(STATES).indexOf(state) * DAYS.length;
      return ours.flatMap(({ recordID, need, more }) => (recordID === made[at]?.recordID ? [need, more] : []));
    };
    expect(needsOf('taken back once a newer version was begun')).toEqual(['WITHDRAWN', 0]);
    expect(needsOf('taken back before a newer version was begun')).toEqual([]);
    expect(needsOf('a note and a question of the form in force beside a newer draft')).toEqual(['QUESTION', 1]);
    expect(needsOf('a question of a form that a newer one has replaced')).toEqual(['QUESTION', 0]);
    // The figures are of everybody's cases: they say what the lists of the same days show, and no other number.
    const { caseAmounts } = (await staff.call('dashboardInfo', {})).data;
    const { data: listed } = await staff.call('patientListed', { startDate: dayIn(0), endDate: dayIn(AHEAD_DEFAULTS.aheadDays) });
    const notReady = listed.filter(({ light, ended }) => light !== 'GREEN' && (ended == null || ended.kind !== 'CLOSED'));
    expect(caseAmounts.notReadyListed).toBe(notReady.length);
    expect(notReady.length).toBeGreaterThanOrEqual(ours.filter(({ reason }) => reason !== null).length);
    expect(caseAmounts.due).toBe((await staff.call('recordGet', { confirm: 'DUE' })).data.total);
  } finally {
    tablet.close();
  }
});

test('a colleague’s case waits for nobody else, and for the team of its speciality alone', async () => {
  const staff = await signIn(app);
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  await holder.call('recordQuestion', { consentID: form.consentID, text: 'Does it hurt?' });
  const isShown = async (caller: Caller, scope: 'MINE' | 'TEAM') =>
    (await caller.call('recordNeeds', { scope, limit: 100 })).data.records.some(({ recordID }) => recordID === form.recordID);
  expect([await isShown(staff, 'MINE'), await isShown(staff, 'TEAM')]).toEqual([true, true]);
  const { db } = app.database;
  const me = (await staff.call('userMe', {})).user;
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const { _id } = (await colleague.call('userMe', {})).user;
  const own = await db.selectFrom('users').select('speciality_id').where('id', '=', me._id).executeTakeFirstOrThrow();
  const others = await db.selectFrom('specialities').select('id').where('id', '<>', own.speciality_id).execute();
  const ofSpeciality = async (speciality_id: string | null) => {
    await db.updateTable('users').set({ speciality_id }).where('id', '=', _id).execute();
    return [await isShown(colleague, 'MINE'), await isShown(colleague, 'TEAM')];
  };
  expect(await ofSpeciality(own.speciality_id)).toEqual([false, true]);
  expect(await ofSpeciality(others[0]!.id)).toEqual([false, false]);
  expect(await ofSpeciality(null)).toEqual([false, false]);
  // Nobody looked for cases of a team: that is not said as “nothing waits”.
  const teamOf = async (caller: Caller) => (await caller.call('recordNeeds', { scope: 'TEAM', limit: 100 })).data;
  expect([(await teamOf(colleague)).hasNoTeam, (await teamOf(staff)).hasNoTeam]).toEqual([true, undefined]);
});
