import { clockOffset } from '#src/device/clock.ts';
import { useRef } from 'react';

/** The capture time of what is sent under an idempotency key: sent again under the same key, it has the time of its first submission. */
export function useCaptureTime(): (key: string) => { readonly capturedAt: string; readonly clockOffset: number } {
  const last = useRef({ key: '', captured: { capturedAt: '', clockOffset: 0 } });
  return (key) => {
    if (last.current.key !== key)
      last.current = { key, captured: { capturedAt: new Date().toISOString(), clockOffset: clockOffset() } };
    return last.current.captured;
  };
}
