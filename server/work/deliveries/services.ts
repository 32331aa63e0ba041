import { openGovukNotify, type GovukNotify } from '#server/outside/govuk-notify/govuk-notify.ts';
import type { Deps } from '#server/deps.ts';
import type { OpenMessageSettings } from '#server/work/messages/message-settings.ts';
import type { DeliveryUpdate } from './settle.ts';

/** GOV.UK Notify as an organisation uses it; null where it has no key there. */
export function govukOf(
  { secrets }: Pick<OpenMessageSettings, 'secrets'>,
  { callOut, settings }: Pick<Deps, 'callOut' | 'settings'>,
): GovukNotify | null {
  if (secrets.govukKey === null) return null;
  return openGovukNotify({ callOut, baseUrl: settings.govukNotify?.baseUrl, key: secrets.govukKey });
}

/** The states of GOV.UK Notify, of text messages and of letters (docs.notifications.service.gov.uk). */
const GOVUK_STATUSES: Readonly<Record<string, DeliveryUpdate>> = {
  created: { state: 'SENT', reason: null },
  sending: { state: 'SENT', reason: null },
  pending: { state: 'SENT', reason: null },
  sent: { state: 'SENT', reason: null },
  accepted: { state: 'SENT', reason: null },
  received: { state: 'SENT', reason: null },
  'pending-virus-check': { state: 'SENT', reason: null },
  delivered: { state: 'DELIVERED', reason: null },
  'permanent-failure': { state: 'FAILED', reason: 'ADDRESS_REFUSED' },
  'temporary-failure': { state: 'FAILED', reason: 'NO_ANSWER' },
  'technical-failure': { state: 'FAILED', reason: 'REFUSED_BY_SERVICE' },
  'virus-scan-failed': { state: 'FAILED', reason: 'REFUSED_BY_SERVICE' },
  'validation-failed': { state: 'FAILED', reason: 'REFUSED_BY_SERVICE' },
  cancelled: { state: 'FAILED', reason: 'REFUSED_BY_SERVICE' },
};

/** How far a message is by a status of GOV.UK Notify; null for one that nobody knows. */
export function updateOfGovukStatus(status: string): DeliveryUpdate | null {
  return Object.hasOwn(GOVUK_STATUSES, status) ? (GOVUK_STATUSES[status] ?? null) : null;
}

/** The states of NHS Notify (communications-manager API). */
const NHS_STATUSES: Readonly<Record<string, DeliveryUpdate>> = {
  created: { state: 'SENT', reason: null },
  pending_enrichment: { state: 'SENT', reason: null },
  enriched: { state: 'SENT', reason: null },
  sending: { state: 'SENT', reason: null },
  delivered: { state: 'DELIVERED', reason: null },
  failed: { state: 'FAILED', reason: 'REFUSED_BY_SERVICE' },
};

/** How far a message is by a status of NHS Notify; null for one that nobody knows. */
export function updateOfNhsStatus(status: string): DeliveryUpdate | null {
  return Object.hasOwn(NHS_STATUSES, status) ? (NHS_STATUSES[status] ?? null) : null;
}
