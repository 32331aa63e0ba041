/** Interval of the messages that keep what an idle worker holds, ms [choice]: browsers end one after 30 seconds. */
export const WORKER_MESSAGE_INTERVAL = 20_000;

/** The active worker, which need not control this page yet; undefined when there is none. */
export async function activeWorker(): Promise<ServiceWorker | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.active ?? undefined;
}

/** The active worker's answer to a message; undefined when there is none within `limitMs` (ms). */
export async function postToWorker(message: unknown, limitMs: number): Promise<unknown> {
  const worker = await activeWorker();
  if (worker === undefined) return undefined;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(end, limitMs);
    port1.addEventListener('message', ({ data }) => end(data));
    port1.start();
    try {
      worker.postMessage(message, [port2]);
    } catch {
      // A browser that copies no keys to its worker refuses the message.
      end(undefined);
    }
  });
}
