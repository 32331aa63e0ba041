import { useRef, type FormEvent } from 'react';

/** What a form does when it is sent: once at a time, and without leaving the page. */
export function useSubmit(send: () => Promise<void>): (event: FormEvent) => void {
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
    event.preventDefault();
    void run();
  };
}
