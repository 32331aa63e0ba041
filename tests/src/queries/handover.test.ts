import 'fake-indexeddb/auto';
import { NotSent, Unreachable } from '#contract/engine/call.ts';
import { setOfflineSession } from '#src/offline/session.ts';
import { INSECURE_WORDS } from '#src/device/secure-page.ts';
import { useHandOver, useHandoverBlock } from '#src/queries/handover.ts';
import { currentSession, startSession } from '#src/session/session.ts';
import { ping } from '#src/session/ping.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import { readConsent } from '#store/views/consents.ts';
import { openStorage } from '#tests/src/storage.ts';
import { tabletForTests } from '#tests/src/offline/tablet.ts';
import { draft } from '#tests/support/forms/builders.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The real client and the real server in one process.
const { staff, tablet } = tabletForTests();
const organisation = { name: 'Demo Hospital', timeZone: 'Europe/London' };
let network: typeof fetch;
beforeEach(() => {
  tablet.hold();
  network = globalThis.fetch;
  vi.stubGlobal('sessionStorage', openStorage());
  // A worker that takes every handoff.
  const active = { postMessage: (_: unknown, [port]: [MessagePort]) => port.postMessage(true) };
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ active }) } });
});
afterEach(() => {
  globalThis.fetch = network;
});

/** Hands a tablet over as the screen does. */
function handOver(input: Parameters<ReturnType<typeof useHandOver>['mutateAsync']>[0]) {
  return onScreen(() => useHandOver().mutateAsync)(input);
}

/** The value of a hook on a screen of its own. */
function onScreen<T>(use: () => T): T {
  const shown: T[] = [];
  const Screen = () => {
    shown.push(use());
    return null;
  };
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Screen)));
  return shown[0]!;
}

async function sentForm() {
  const { consentID, version } = await draft(staff);
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  await tablet.offline.pull();
  const consent = (await readConsent(tablet.offline.store, consentID))!.consent.server!;
  return { consent, role: 'PATIENT' as const, handoverId: tablet.offline.store.env.newId(), organisation };
}

/** A gateway that answers this handover with the ticket of another patient's. */
function answerWithTicketOf(handoverId: string): void {
  globalThis.fetch = async (to, init) => {
    const response = await network(to, init);
    if (!String(to).endsWith('/sendConsentToSign')) return response;
    return new Response(JSON.stringify({ ...(await response.json()), handoverId, ticket: 't-of-another-patient' }), response);
  };
}

test('a tablet is handed over with the ticket of its own call', async () => {
  expect((await handOver(await sentForm())).ticket).toEqual(expect.any(String));
});

test('the ticket of another handover opens nothing: this tablet shows its own form, and asks again later', async () => {
  const form = await sentForm();
  answerWithTicketOf(tablet.offline.store.env.newId());
  tablet.sendNothing();
  expect((await handOver(form)).ticket).toBeNull();
  const [op] = await tablet.offline.store.db.ops.toArray();
  expect(op).toMatchObject({ call: 'consentSendToSign' });
  tablet.goOnline();
});

test('in a browser without a vault the ticket of another handover is no answer', async () => {
  const form = await sentForm();
  answerWithTicketOf(tablet.offline.store.env.newId());
  setOfflineSession(null);
  await expect(handOver(form)).rejects.toThrow(Unreachable);
});

test('where only a sign-in is missing, it is asked for; without a network the network is', async () => {
  const form = await sentForm();
  const unpinned = { ...form, consent: { ...form.consent, contentDigest: 'another' } };
  startSession({ ...currentSession()!, token: null });
  expect(await ping()).toBe('here');
  await expect(handOver(unpinned)).rejects.toThrow(SignInNeeded);
  tablet.goOffline();
  await expect(handOver(unpinned)).rejects.toThrow(NotSent);
});

test('without https nothing is handed over, and that is said before', async () => {
  const form = await sentForm();
  const block = () => onScreen(() => useHandoverBlock(form.consent, true));
  expect(block()).toBeNull();
  vi.stubGlobal('isSecureContext', false);
  expect(block()).toBe(INSECURE_WORDS);
  await expect(handOver(form)).rejects.toMatchObject({ fields: [{ message: INSECURE_WORDS }] });
  vi.stubGlobal('isSecureContext', true);
  expect((await handOver(form)).ticket).toEqual(expect.any(String));
});
