import { PBKDF2_ROUNDS } from '#store/crypto/wrap.ts';
import { createTabletPins, type TabletPinMessage } from '#store/vault/tablet-pins.ts';
import { messageType } from './message-type.ts';

// In memory only: when the browser ends this worker, no PIN is known any more, and the password is asked for.
const answer = createTabletPins({
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  passwordRounds: PBKDF2_ROUNDS,
});

/** Answers the messages of pages about tablet PINs. Each message also keeps the browser from ending an idle worker. */
export function relayTabletPin(event: ExtendableMessageEvent): void {
  const [port] = event.ports;
  if (port === undefined || !isTabletPinMessage(event.data)) return;
  event.waitUntil(answer(event.data).then((state) => port.postMessage(state)));
}

function isTabletPinMessage(data: unknown): data is TabletPinMessage {
  return messageType(data)?.startsWith('TABLET_PIN_') === true;
}
