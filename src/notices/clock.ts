import { onResponse } from '#src/offline/network-quality.ts';
import { clockOffset } from '#src/session/clock.ts';
import { clockStep, clockWords } from './clock-notice.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** Shows a notice when this device's clock is wrong, once for each change of the error. @returns how to stop */
export function watchClock(): () => void {
  let told: number | null = null;
  const look = () => {
    const offset = clockOffset();
    const step = clockStep(told, offset);
    if (step === 'show') {
      told = offset;
      showNotice({ id: 'clock', message: clockWords(offset), tone: 'warn' });
    }
    if (step === 'hide') {
      told = null;
      hideNotice('clock');
    }
  };
  // The offset is set from the same response, a moment after this event.
  return onResponse(() => setTimeout(look));
}
