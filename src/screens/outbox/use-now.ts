import { useEffect, useState } from 'react';

/** The refresh interval of ages on screen, ms. */
const AGE_INTERVAL = 30_000;

/** This device's time, epoch ms; updates while a screen shows it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGE_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return now;
}
