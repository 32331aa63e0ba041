import type { Locks } from '#store/sync/leader.ts';

type Waiting = { run: () => void; signal: AbortSignal | undefined };

/** Web Locks of one browser, as the standard has them: first come first served, stealing, calling off, and asking only whether it is free. */
export function tabLocks(): Locks {
  const holders = new Map<string, { reject: (reason: unknown) => void }>();
  const queues = new Map<string, Waiting[]>();

  const next = (name: string) => {
    const waiting = queues.get(name)?.shift();
    waiting?.run();
  };

  const request = (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const run = () => {
        const me = { reject };
        holders.set(name, me);
        const invoke = async () => callback({ name, mode: 'exclusive' });
        void invoke()
          .then(resolve, reject)
          .finally(() => {
            if (holders.get(name) !== me) return;
            holders.delete(name);
            next(name);
          });
      };
      if (options.signal?.aborted === true) return reject(new DOMException('Called off', 'AbortError'));
      const holder = holders.get(name);
      if (options.steal === true) {
        holder?.reject(new DOMException('Stolen', 'AbortError'));
        return run();
      }
      if (holder === undefined) return run();
      if (options.ifAvailable === true) return resolve(Promise.resolve(callback(null)));
      const queue = queues.get(name) ?? [];
      const waiting = { run, signal: options.signal };
      queues.set(name, [...queue, waiting]);
      options.signal?.addEventListener('abort', () => {
        queues.set(
          name,
          (queues.get(name) ?? []).filter((each) => each !== waiting),
        );
        reject(new DOMException('Called off', 'AbortError'));
      });
    });
  // The standard's overloads; the room uses the one with options.
  return { request: request as Locks['request'] };
}
