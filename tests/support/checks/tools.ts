import { findTools, type Tools } from '../../../scripts/tools.mjs';

/** The programs besides Node that tests use. */
export const tools: Tools = findTools();

/**
 * The folder of initdb and postgres.
 *
 * @throws Error when PostgreSQL is missing: `npm test` installs it, so no test is skipped
 */
export function postgresBin(): string {
  if (!tools.postgresBin) throw new Error('These tests need PostgreSQL 15 or newer: run them with npm test, which installs it.');
  return tools.postgresBin;
}
