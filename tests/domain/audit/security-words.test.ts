import { SECURITY_EVENTS } from '#domain/audit/security.ts';
import { securityEventWords } from '#domain/audit/security-words.ts';
import { expect, test } from 'vitest';

test('every event of the security log has words of its own', () => {
  const words = SECURITY_EVENTS.map((type) => securityEventWords(type).words);
  expect(new Set(words).size).toBe(SECURITY_EVENTS.length);
});
