import { SOON_MOST } from '#tests/support/soon-most.ts';
import { vi } from 'vitest';

/**
 * Asks again until the check throws nothing, for at most `SOON_MOST`.
 *
 * @returns what the check returns
 * @throws what the check threw last
 */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: SOON_MOST });
