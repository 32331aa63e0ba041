/** Runs tasks one after another. */
export type SerialRunner = {
  /** Runs the task when all earlier ones have ended, whether they succeeded or failed. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
  /** Resolves when all tasks so far have ended. */
  readonly settled: () => Promise<void>;
};

/** A runner of tasks that must not overlap or overtake each other. */
export function createSerialRunner(): SerialRunner {
  let last: Promise<unknown> = Promise.resolve();
  const settled = () =>
    last.then(
      () => undefined,
      () => undefined,
    );
  return {
    run: (task) => {
      const running = settled().then(task);
      last = running;
      return running;
    },
    settled,
  };
}
