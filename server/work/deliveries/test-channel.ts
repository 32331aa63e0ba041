import * as v from 'valibot';
import type { DeliveredChannel } from '#domain/notifications/deliveries.ts';
import { testSms } from '#domain/notifications/sms.ts';
import { NhsNumber } from '#domain/values/nhs-number-field.ts';
import { mobileOf } from '#domain/values/mobile.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { Refused } from '#server/api-error.ts';
import { organisationById } from '#server/data/accounts/organisations.ts';
import { pauseChannels } from '#server/data/notifications/message-settings.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { ServiceRefused, type ServiceRefusal } from '#server/outside/service-refused.ts';
import { openMessageSettings, type OpenMessageSettings } from '#server/work/messages/message-settings.ts';
import { govukOf } from './services.ts';

type Testing = { readonly db: Db; readonly deps: Deps; readonly organisationId: string };
type Tested = { readonly isTaken: boolean; readonly words: string };

const REFUSED_WORDS: Readonly<Record<ServiceRefusal, string>> = {
  BUSY: 'The service is busy. Try again in a minute.',
  UNKNOWN: 'The service does not answer, so nobody knows whether it took the test. Try again in a minute.',
  ADDRESS: 'The service does not take this number.',
  FINAL:
    'The service does not take the test. See whether the template has exactly the text ((text)), and whether its id is right.',
  CLOSED: 'The service does not let this organisation in. See whether the API key is right and may send to everybody.',
};

/**
 * Sends a test by one channel, at once. A channel that was paused serves again once a test is taken.
 *
 * @throws Refused NOT_A_MOBILE; INVALID for no NHS number, where NHS Notify sends; CHANNEL_OFF while the channel is not set up
 */
export async function testChannel(testing: Testing, { channel, to }: Test): Promise<Tested> {
  const { db, deps, organisationId } = testing;
  const settings = await openMessageSettings(db, organisationId, deps);
  const { name: organisation } = await organisationById(db, organisationId);
  const isNhs = channel === 'APP' || settings.settings.smsBy === 'NHS';
  const send = isNhs ? byNhs(deps, settings, { channel, to }) : byGovuk(deps, settings, { channel, to });
  try {
    await send(testSms({ organisation }), organisation);
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error;
    return { isTaken: false, words: REFUSED_WORDS[error.refusal] };
  }
  if (settings.paused.includes(channel))
    await pauseChannels(
      db,
      organisationId,
      settings.paused.filter((each) => each !== channel),
    );
  return { isTaken: true, words: 'The service took the test. It should arrive within a minute.' };
}

type Test = { readonly channel: DeliveredChannel; readonly to: string };
type Send = (text: string, organisation: string) => Promise<unknown>;

function byGovuk(deps: Deps, settings: OpenMessageSettings, { channel, to }: Test): Send {
  const service = govukOf(settings, deps);
  const template = settings.settings.templates.SMS;
  if (channel !== 'SMS' || service === null || template === null) throw new Refused('CHANNEL_OFF');
  const mobile = mobileOf(to);
  if (mobile === null) throw new Refused('NOT_A_MOBILE', { fields: [{ path: 'to', message: FAILURES.NOT_A_MOBILE.message }] });
  return (text) => service.sendSms({ to: mobile, text, template, reference: deps.newId() });
}

function byNhs({ nhsNotify, newId }: Deps, { settings }: OpenMessageSettings, { channel, to }: Test): Send {
  const plan = channel === 'APP' ? settings.plans.APP : settings.plans.SMS;
  if (nhsNotify === undefined || plan === null) throw new Refused('CHANNEL_OFF');
  const number = v.safeParse(NhsNumber, to);
  if (!number.success) throw new Refused('INVALID', { fields: [{ path: 'to', message: number.issues[0].message }] });
  return (text, organisation) =>
    nhsNotify.send({
      plan,
      nhsNumber: number.output,
      reference: newId(),
      personalisation: { organisation, text, url: '', until: '', phone: '' },
    });
}
