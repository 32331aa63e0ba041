import { useEffect, useState } from 'react';

/** How often ages on screen are told anew, ms. */
const EVERY = 30_000;

/** This device's time, epoch ms; goes on while a screen shows it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, []);
  return now;
}
