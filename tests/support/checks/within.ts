/**
 * Waits for a promise, with a timeout.
 *
 * @param ms - the timeout
 * @throws Error with the sentence when it takes longer
 */
export async function within<T>(ms: number, sentence: string, done: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${sentence} (after ${ms} ms)`)), ms);
  });
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
