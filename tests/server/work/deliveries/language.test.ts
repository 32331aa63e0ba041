import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#tests/support/forms/builders.ts';
import type { GovukDouble } from '#tests/support/messages/govuk-double.ts';
import { formWithPhone } from '#tests/support/messages/sms-form.ts';
import { openSmsService } from '#tests/support/messages/sms-service.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// A text message is in the patient's language, where the hospital has its pages in it.

let double: GovukDouble;
const app = useTestApp();
beforeAll(async () => {
  Object.assign(app.deps.settings, { patientLanguages: ['cy', 'ar'] });
  ({ double } = await openSmsService(app));
});
afterAll(() => double.close());

/** The text that went to a patient of a language, its row, and what follows when their form was made by mistake. */
async function texts(language: string | null) {
  const staff = await signIn(app);
  const communication = { interpreterNeeded: false, format: 'STANDARD' } as const;
  const form = await formWithPhone(staff, language === null ? {} : { communication: { ...communication, language } });
  await staff.call('messagesSend', { consentID: form.consentID, signing_order: 1, channel: 'SMS' });
  await app.doJobs();
  const to = `+44${form.phoneNumber.replaceAll(' ', '').slice(1)}`;
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Wrong form' });
  await app.doJobs();
  const rows = await app.database.db
    .selectFrom('deliveries')
    .select(['language', 'parts'])
    .where('consent_id', '=', form.consentID)
    .orderBy('created_at')
    .execute();
  return { sent: double.taken.filter((each) => each.to === to).map(({ text }) => text), rows };
}

test.each([
  [
    'cy',
    'cy',
    /^Demo General Hospital: ffurflen i chi ei darllen a'i hateb erbyn \d+ Awst 2026\. http\S+ Ydy hyn yn wir\? Ffoniwch /,
    /Nid yw'n cyfrif/,
    2,
  ],
  [
    'ar',
    'ar',
    /^Demo General Hospital: نموذج لتقرأه وتجيب عنه حتى \d+ أغسطس 2026\.\nhttp\S+\nهل هذه الرسالة حقيقية؟ /,
    /إنه غير صالح/,
    3,
  ],
  ['ur', 'en', /^Demo General Hospital: a form for you to read and answer by \d+ August 2026\. http/, /It does not count/, 2],
  [null, 'en', /^Demo General Hospital: a form for you/, /It does not count/, 2],
] as const)(
  'to a patient whose language is %s it is written in %s, and so is the news after it',
  async (spoken, written, link, news, parts) => {
    const { sent, rows } = await texts(spoken);
    expect(double.faults).toEqual([]);
    expect(sent[0]).toMatch(link);
    expect(sent[1]).toMatch(news);
    expect(rows[0]).toEqual({ language: written, parts });
  },
);
