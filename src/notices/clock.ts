import { onAnswer } from '#src/held/link.ts';
import { clockOffset } from '#src/session/clock.ts';
import { clockStep, clockWords } from './clock-notice.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** Says when this device's clock is wrong, once for each change of it. @returns how to stop */
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
  // The offset is learned from the same answer, a moment after it was heard.
  return onAnswer(() => setTimeout(look));
}
