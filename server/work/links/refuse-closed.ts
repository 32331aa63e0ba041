import { FAILURES } from '#domain/base/messages.ts';
import { deliveryReasonWords, type DeliveryReason } from '#domain/notifications/deliveries.ts';
import { Refused } from '#server/api-error.ts';

/** @throws Refused in the words of why a channel is closed; nothing where it is open, and for a lack of an address, which has a refusal of its own */
export function refuseClosed(reason: DeliveryReason | null): void {
  switch (reason) {
    case 'CHANNEL_OFF':
    case 'CASE_ENDED':
    case 'RESTORED':
      throw new Refused('CHANNEL_OFF');
    case 'NOT_WANTED':
      throw new Refused('CONTACT_REFUSED');
    case 'NO_MOBILE':
      throw new Refused('NOT_A_MOBILE', { fields: [{ path: 'channel', message: FAILURES.NOT_A_MOBILE.message }] });
    case 'DAY_FULL':
      throw new Refused('LIMIT_REACHED');
    case 'ADDRESS_REFUSED':
    case 'MONTH_FULL':
    case 'NO_ANSWER':
    case 'PROTECTED':
    case 'REFUSED_BY_SERVICE':
    case 'UNDER_16':
      throw new Refused('INVALID', {
        fields: [{ path: 'channel', message: `Nothing was sent: ${deliveryReasonWords(reason)}` }],
      });
    case 'NO_ADDRESS':
    case null:
  }
}
