import { afterAll, beforeAll } from 'vitest';
import { openTestApp, type TestApp } from './app.ts';

/**
 * The whole server for all tests of one file: opened before the first of them and closed after the last.
 *
 * @param prepare - runs once it is open
 * @throws Error when a member is accessed while no test runs
 */
export function useTestApp(prepare: (app: TestApp) => Promise<void> = async () => undefined): TestApp {
  let open: TestApp | undefined;
  beforeAll(async () => {
    open = await openTestApp();
    await prepare(open);
  });
  afterAll(() => open?.close());
  return standInFor(() => open);
}

/**
 * A proxy for an object created before the first test of a file: every member is read from the object at access.
 *
 * @throws Error when a member is accessed before
 */
export function standInFor<T extends object>(made: () => T | undefined): T {
  const standIn = {
    get: (_: object, member: string | symbol): unknown => {
      const there = made();
      if (there === undefined) throw new Error('This stands only while tests run');
      return Reflect.get(there, member);
    },
  };
  // Every member is read from an object of type T.
  return new Proxy({}, standIn) as T;
}
