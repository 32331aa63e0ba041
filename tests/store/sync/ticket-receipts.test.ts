import 'fake-indexeddb/auto';
import { expect, test as base } from 'vitest';
import { calls, type Input } from '#contract/calls.ts';
import { call } from '#contract/engine/call.ts';
import { unseal } from '#store/crypto/seal.ts';
import { sealContextOf } from '#store/db/op.ts';
import type { Store } from '#store/session/store.ts';
import { requeueReceipts } from '#store/sync/receipts.ts';
import { saveTicketReceipts } from '#store/sync/ticket-receipts.ts';
import type { SignerCallName } from '#src/sign/offline/signer-calls.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

type TicketCall = SignerCallName | 'consentSendToSign';

const ID = '0190a1de-0000-7000-8000-00000000000a';
const signer = { consentID: ID, role: 'PATIENT', handoverId: ID } as const;

/** Each call that is made with a ticket and has a receipt, with texts as fingers leave them. */
const TYPED: { readonly [K in TicketCall]: Input<K> } = {
  consentSendToSign: { ...signer, isUnderWay: true },
  recordIdentity: { ...signer, confirmed: true },
  recordAnswers: {
    ...signer,
    mattersToMe: '  Reading\r\n and walks ',
    additionalChoices: [{ id: ' blood ', title: ' Blood  products ', answer: 'REFUSE' }],
  },
  recordUnderstanding: { ...signer, answers: [{ id: ID, option: 1 }] },
  recordSign: {
    ...signer,
    name: ' Amber  Demo ',
    method: 'TYPED',
    typedName: ' Amber  Demo ',
    statement: ' I agree. ',
    contentDigest: 'a'.repeat(64),
    capturedAt: '2026-03-01T10:00:00.000Z',
  },
  recordDecline: { ...signer, reason: ' Not now ', comments: ' Perhaps later\n' },
  recordLater: { ...signer, comments: ' Tomorrow ' },
};

/** The body that the road of the ticket sends. */
async function sentByTicket<K extends TicketCall>(name: K, input: Input<K>): Promise<unknown> {
  let body: unknown;
  const fetch: typeof globalThis.fetch = async (_, init) => {
    body = JSON.parse(String(init?.body));
    return new Response('{}', { headers: { 'x-app': 'consent' } });
  };
  await call(calls[name], input as never, { fetch, root: '/api' }).catch(() => undefined);
  return body;
}

/** The body that a restored server is offered under the same key. */
async function offeredAgain({ vault, ...store }: Store, name: TicketCall): Promise<unknown> {
  const op = (await opsInOrder({ vault, ...store })).find((each) => each.call === name);
  return op === undefined ? undefined : unseal(vault, sealContextOf(op.opId), op.payload);
}

test('what a ticket has sent is offered to a restored server as it was sent, of every call', async ({ store }) => {
  const names = Object.keys(TYPED) as TicketCall[];
  const taken = names.map((name) => ({ call: name, key: store.env.newId(), input: TYPED[name] }));
  await saveTicketReceipts(store, ID, taken);
  await requeueReceipts(store, 'two');
  for (const name of names) {
    const sent = await sentByTicket(name, TYPED[name]);
    expect(sent, name).toBeDefined();
    expect(await offeredAgain(store, name), name).toEqual(sent);
  }
  expect(await offeredAgain(store, 'recordDecline')).toMatchObject({ reason: 'Not now' });
});
