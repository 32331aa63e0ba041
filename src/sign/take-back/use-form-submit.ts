import { useRef, type FormEvent } from 'react';

/** Submit handler of a form, also called without an event: runs one submission at a time, and does not leave the page. */
export function useFormSubmit(send: () => Promise<void>): (event?: FormEvent) => void {
  const isRunning = useRef(false);
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await send();
    } finally {
      isRunning.current = false;
    }
  };
  return (event) => {
    event?.preventDefault();
    void run();
  };
}
