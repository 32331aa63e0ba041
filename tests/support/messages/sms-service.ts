import { signIn } from '#tests/support/forms/builders.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { openGovukDouble, type GovukDouble } from './govuk-double.ts';
import { GOVUK, withSms } from './settings.ts';

/** The service that sends text messages for the tests of one file. `callback` posts one callback of it, to `url`. */
export type SmsService = {
  readonly double: GovukDouble;
  readonly url: string;
  readonly callback: (payload: object, bearer?: string) => ReturnType<TestApp['ask']>;
};

/** Switches text messages on by a double of GOV.UK Notify, which the caller closes. */
export async function openSmsService(app: TestApp): Promise<SmsService> {
  const double = await openGovukDouble();
  Object.assign(app.deps.settings, { govukNotify: { baseUrl: double.baseUrl } });
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { data } = await admin.call('messagesSettingsUpdate', { ...withSms(), version: 0 });
  const url = new URL(data.callbacks.govuk ?? '').pathname;
  const callback = (payload: object, bearer: string = GOVUK.bearer) =>
    app.ask({ method: 'POST', url, headers: { authorization: `Bearer ${bearer}` }, payload });
  return { double, url, callback };
}
