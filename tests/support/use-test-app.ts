import { afterAll, beforeAll } from 'vitest';
import { openTestApp, type TestApp } from './app.ts';

/**
 * The whole server for all tests of one file: opened before the first of them and closed after the last.
 *
 * @param prepare - runs once it stands
 * @throws Error when something of it is asked for while no test runs
 */
export function useTestApp(prepare: (app: TestApp) => Promise<void> = async () => undefined): TestApp {
  let open: TestApp | undefined;
  beforeAll(async () => {
    open = await openTestApp();
    await prepare(open);
  });
  afterAll(() => open?.close());
  const standIn = {
    get: (_: object, member: string | symbol): unknown => {
      if (open === undefined) throw new Error('The server stands only while tests run');
      return Reflect.get(open, member);
    },
  };
  // Every member is asked of the app that is open then.
  return new Proxy({}, standIn) as TestApp;
}
