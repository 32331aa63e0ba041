import type { PageLanguage } from '#domain/values/patient-languages.ts';
import { insertDelivery } from '#server/data/notifications/deliveries.ts';
import { countDelivery } from '#server/http/metrics.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { contactMac } from '#server/work/messages/queue-delivery.ts';
import { countUsage } from './mail-managers.ts';

type Printed = {
  readonly order: number;
  readonly linkId: string;
  readonly address: string;
  readonly language: PageLanguage;
  readonly isAddressConfirmed: boolean;
};

/** Writes down that a letter to a signer was printed here, and counts it in its month. Neither its words nor its address are stored. */
export async function recordPrinted(
  open: OpenCase,
  { order, linkId, address, language, isAddressConfirmed }: Printed,
): Promise<void> {
  const { db, deps, record, consent, now } = open;
  const { organisation_id: organisationId } = record;
  await insertDelivery(db, {
    organisation_id: organisationId,
    id: deps.newId(),
    case_id: record.id,
    consent_id: consent.id,
    signing_order: order,
    link_id: linkId,
    kind: 'LINK',
    news: null,
    channel: 'LETTER',
    service: 'PRINT',
    language,
    recipient: null,
    recipient_mac: contactMac(organisationId, address, deps),
    body: null,
    is_uncounted: false,
    is_urgent: false,
    is_address_confirmed: isAddressConfirmed,
    state: 'SENT',
    next_at: now,
    due_at: now,
    parts: null,
    created_at: now,
    sent_at: now,
    settled_at: now,
  });
  countDelivery('LETTER', 'SENT');
  await countUsage(db, deps, { organisationId, channel: 'LETTER', amount: 1 });
}
