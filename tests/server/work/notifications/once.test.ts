import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { allMails } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Acts that are sent again and again, on a server whose transactions end in their middle, reach each person once.

const FORMS = isFull ? 340 : 8;
/** Times that each act is sent in all. */
const SENDINGS = 3;
const app = useTestApp();
const random = seededRandom('news once');

/** Every transaction ends in its middle, as that of a process which is killed, with this chance: nothing of it is stored. */
let killChance = 0;
let kills = 0;
function killSome(): void {
  const { newId } = app.deps;
  Object.assign(app.deps, {
    newId: () => {
      if (random() >= killChance) return newId();
      kills += 1;
      throw new Error('killed');
    },
  });
}

async function person(): Promise<Caller & { email: string }> {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  return { ...(await signIn(app, email)), email };
}

test(
  'each event reaches each recipient once: 3 sendings of each act, 3 servers, and transactions that end in their middle',
  { timeout: isFull ? 1_200_000 : 120_000 },
  async () => {
    const [staff, colleague] = [await person(), await person()];
    await app.database.db.deleteFrom('notifications').execute();
    killSome();
    const forms: (MailedForm & { isDeclined: boolean })[] = [];
    const acts: (() => Promise<unknown>)[] = [];
    for (let nth = 0; nth < FORMS; nth += 1) {
      const form = await mailedForm(app, staff);
      const { consentID } = form;
      const patient = await visit(app, form);
      const isDeclined = nth % 2 === 1;
      forms.push({ ...form, isDeclined });
      const [endKey, questionKey] = [randomUUID(), randomUUID()];
      for (let sending = 0; sending < SENDINGS; sending += 1) {
        await patient.call('recordQuestion', { consentID, text: 'Does it hurt?' }, questionKey);
        acts.push(() =>
          isDeclined
            ? patient.call('recordDecline', { consentID, reason: 'No' }, endKey)
            : colleague.call('recordVoid', { consentID, reason: 'Another side', kind: 'OTHER' }, endKey),
        );
      }
    }
    killChance = 0.1;
    let refused = 0;
    while (acts.length > 0) {
      const act = acts.splice(Math.floor(random() * acts.length), 1)[0]!;
      // An answer that was lost with its transaction: whoever sent it sends it again.
      await act().catch(() => {
        refused += 1;
        acts.push(act);
      });
      if (random() < 0.2) await Promise.all([1, 2, 3].map(() => sendNotifications(app.deps)));
    }
    for (let hour = 0; hour < DAY / HOUR && (await openNews()) > 0; hour += 1) {
      await Promise.all([1, 2, 3].map(() => sendNotifications(app.deps)));
      app.clock.advance(HOUR / 3);
    }
    killChance = 0;
    await app.doJobs();

    const mails = await allMails(app);
    let lost = 0;
    let doubled = 0;
    const note = (times: number) => {
      if (times === 0) lost += 1;
      if (times > 1) doubled += 1;
    };
    for (const { address, recordID, isDeclined } of forms) {
      if (!isDeclined) note(mails.filter(({ to, text }) => to === address && text.includes('made by mistake')).length);
      for (const words of ['asks a question', isDeclined ? 'Consent was not given' : 'recorded in error']) {
        const line = new RegExp(`${words}\\.\\s\\(C-\\d{6}\\)\\s+\\S+${recordID}`, 'g');
        note(mails.filter(({ to }) => to === staff.email).flatMap(({ text }) => text.match(line) ?? []).length);
      }
    }
    const ofActor = mails.filter(({ to, text }) => to === colleague.email && text.includes('recorded in error')).length;
    printFigure(`news: ${JSON.stringify({ forms: FORMS, sendings: FORMS * SENDINGS, kills, refused, lost, doubled, ofActor })}`);
    expect({ lost, doubled, ofActor }).toEqual({ lost: 0, doubled: 0, ofActor: 0 });
    expect(kills).toBeGreaterThan(isFull ? 20 : 0);
  },
);

async function openNews(): Promise<number> {
  const rows = await app.database.db.selectFrom('notifications').select('id').where('state', '=', 'OPEN').execute();
  return rows.length;
}
