import type { Input } from '#contract/calls.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';

/** The secrets of a service that is none: ids in its key are random. */
export const GOVUK = {
  service: '6d5c1f4e-3b2a-4c1d-9e8f-7a6b5c4d3e2f',
  secret: '0f1e2d3c-4b5a-4968-8776-655443322110',
  key: 'demo-6d5c1f4e-3b2a-4c1d-9e8f-7a6b5c4d3e2f-0f1e2d3c-4b5a-4968-8776-655443322110',
  bearer: 'demo-bearer-of-callbacks-2026',
  template: 'a1b2c3d4-e5f6-4789-8abc-def012345678',
} as const;

/** Settings by which text messages go through GOV.UK Notify. */
export function withSms(): Omit<Input<'messagesSettingsUpdate'>, 'version'> {
  return {
    ...MESSAGE_DEFAULTS,
    order: [...MESSAGE_DEFAULTS.order],
    channels: { ...MESSAGE_DEFAULTS.channels, SMS: 'ON' },
    templates: { SMS: GOVUK.template },
    secrets: { govukKey: GOVUK.key, govukBearer: GOVUK.bearer },
  };
}
