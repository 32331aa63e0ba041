import { SOON_MOST } from './soon-most.ts';
import { vi } from 'vitest';

/**
 * Repeats the check until it throws nothing, for at most `SOON_MOST`.
 *
 * @returns the check's result
 * @throws the check's last error
 */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: SOON_MOST });
