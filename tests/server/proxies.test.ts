import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readEnvironment } from '#server/environment.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

/** The network address that a failed sign-in leaves in the security log. */
async function addressOf(trustedProxies: string[], remoteAddress: string): Promise<string | null> {
  const proxied = await buildApp(app.deps, { trustedProxies });
  const answer = await proxied.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress,
    headers: { 'x-forwarded-for': '198.51.100.1, 192.0.2.9' },
    payload: { email: 'nurse@demo.nhs.uk', password: 'Wrong2026!' },
  });
  expect(answer.statusCode).toBe(401);
  await proxied.close();
  app.clock.advance(1);
  const line = await app.database.db
    .selectFrom('security_log')
    .select('address')
    .where('type', '=', 'SIGN_IN_FAILED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return line.address;
}

test('a proxy that is named tells who calls; what stands before its own word does not count', async () => {
  expect(await addressOf(['10.0.0.0/8'], '10.20.0.1')).toBe('192.0.2.9');
  expect(await addressOf(['10.20.0.1'], '10.20.0.1')).toBe('192.0.2.9');
});

test('nobody else’s word about an address counts', async () => {
  expect(await addressOf(['10.0.0.0/8'], '203.0.113.5')).toBe('203.0.113.5');
  expect(await addressOf([], '10.20.0.1')).toBe('10.20.0.1');
});

test('a proxy that nobody named is warned of once, and one that is named is not', async () => {
  const warnings = async (trustedProxies: string[]) => {
    app.log.length = 0;
    const server = await buildApp(app.deps, { trustedProxies });
    await server.inject({ url: '/health' });
    expect(app.log.filter((line) => line.includes('TRUSTED_PROXIES'))).toEqual([]);
    for (const headers of [{ 'x-forwarded-for': '192.0.2.9' }, { forwarded: 'for=192.0.2.9' }])
      await server.inject({ url: '/health', headers });
    await server.close();
    return app.log.filter((line) => line.includes('TRUSTED_PROXIES')).length;
  };
  expect(await warnings([])).toBe(1);
  expect(await warnings(['127.0.0.1'])).toBe(0);
});

test('proxies are named by addresses and networks, or the start says what is wrong', () => {
  expect(readEnvironment({ TRUSTED_PROXIES: '10.0.0.5, 2001:db8::/32' }).trustedProxies).toEqual(['10.0.0.5', '2001:db8::/32']);
  expect(readEnvironment({}).trustedProxies).toEqual([]);
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '10.0.0', '*', 'true'])
    expect(() => readEnvironment({ TRUSTED_PROXIES: wrong }), wrong).toThrow(/^TRUSTED_PROXIES must list addresses/);
});
