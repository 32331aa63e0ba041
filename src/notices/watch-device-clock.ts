import { onResponse } from '#src/device/network-quality.ts';
import { clockOffset } from '#src/device/clock.ts';
import { clockStep, clockNoticeWords } from './clock-notice.ts';
import { hideNotice, showNotice } from './persistent-notices.ts';

/** Shows a notice when this device's clock is wrong, once for each change of the error. @returns how to stop */
export function watchDeviceClock(): () => void {
  let lastShown: number | null = null;
  const look = () => {
    const offset = clockOffset();
    const step = clockStep(lastShown, offset);
    if (step === 'show') {
      lastShown = offset;
      showNotice({ id: 'clock', message: clockNoticeWords(offset), tone: 'warn' });
    }
    if (step === 'hide') {
      lastShown = null;
      hideNotice('clock');
    }
  };
  // The offset is set from the same response, a moment after this event.
  return onResponse(() => setTimeout(look));
}
