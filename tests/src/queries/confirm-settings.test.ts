import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { configOptions, syncConfirmSettings } from '#src/queries/reference.ts';
import { confirmSettings } from '#src/session/confirm-settings.ts';

test('the local data know the days as the server last told them, from before and after a fetch', () => {
  const told = (confirmAfterDays: number) => ({
    settings: { confirmAfterDays, lapseAfterDays: 90, timeZone: 'Europe/Dublin', newRulesSince: '2026-12-01T09:00:00.000Z' },
  });
  const client = new QueryClient();
  const { queryKey } = configOptions();
  client.setQueryData(queryKey, told(30) as never);
  syncConfirmSettings(client);
  expect(confirmSettings()).toEqual({
    confirmAfterDays: 30,
    lapseAfterDays: 90,
    timeZone: 'Europe/Dublin',
    newRulesSince: '2026-12-01T09:00:00.000Z',
  });
  client.setQueryData(queryKey, told(40) as never);
  expect(confirmSettings().confirmAfterDays).toBe(40);
});
