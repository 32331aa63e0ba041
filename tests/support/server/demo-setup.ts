import { demoData } from './server-process.ts';

/** Vitest's globalSetup for tests that start the built server: the demo data are made once, before two workers need them. */
export async function setup(): Promise<void> {
  await demoData();
}
