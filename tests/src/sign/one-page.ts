import type { TicketDetails } from '#contract/signing.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import type { SignerCallName, SignerCall, SignerStore } from '#src/sign/offline/signer-calls.ts';
import type { SavedVisit } from '#src/sign/visit.ts';
import type { SubmitResult } from '#src/sign/send-or-queue.ts';
import type { Answers } from '#src/sign/save-answers.ts';
import type { Tablet } from '#tests/src/offline/tablet.ts';
import type { Caller } from '#tests/support/forms/builders.ts';
import { vi } from 'vitest';

/** A signer's page, with its modules in the state after opening. */
export type OnePage = {
  readonly handoverId: string;
  /** the vault that the page was given; null without one */
  readonly keeping: SignerStore | null;
  /** the visit that was stored before this page was opened */
  readonly savedVisit: SavedVisit | null;
  /** the form, fetched from the server */
  readonly details: () => Promise<TicketDetails>;
  readonly say: <K extends SignerCallName>(saying: SignerCall<K>) => Promise<SubmitResult<K>>;
  readonly keepAnswers: (details: TicketDetails, answers: Answers) => Promise<unknown>;
  readonly clockOffset: () => number;
};

type Handing = {
  readonly consentID: string;
  /** of an earlier handover: the page is opened again in it */
  readonly handoverId?: string;
  readonly hasVault?: boolean;
};

/** Hands a tablet over and opens the signer's page: a new page shares no state with the one before. */
export async function openPage(
  staff: Caller,
  { offline: { store } }: Tablet,
  { consentID, handoverId = store.env.newId(), hasVault = true }: Handing,
): Promise<OnePage> {
  const { ticket } = await staff.call('consentSendToSign', { consentID, role: 'PATIENT', handoverId });
  const given = { ticket, handoverId, consentID, role: 'PATIENT', clinicianName: 'Demo Clinician', expiresAt: '' };
  const { vault } = store;
  sessionStorage.setItem('assent.ticket', JSON.stringify(hasVault ? { ...given, userHash: vault.userHash } : given));
  sessionStorage.setItem('assent.parcel.handover', handoverId);
  vi.stubGlobal('localStorage', sessionStorage);
  vi.stubGlobal('reportError', (failure: unknown) => {
    throw failure;
  });
  const active = {
    postMessage: (_: unknown, [port]: [MessagePort]) => port.postMessage({ vault, clockOffset: 0, details: null }),
  };
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ active }) } });
  vi.resetModules();
  const [
    { whenSignerStoreReady: whenKept, readSavedVisit },
    { submit: say },
    { saveAnswers: keepAnswers },
    { callWithTicket: ask },
    { clockOffset },
    { signing },
    { currentTicket },
  ] = await Promise.all([
    import('#src/sign/offline/signer-store.ts'),
    import('#src/sign/submit.ts'),
    import('#src/sign/save-answers.ts'),
    import('#src/sign/api.ts'),
    import('#src/device/clock.ts'),
    import('#contract/signing.ts'),
    import('#src/session/handover.ts'),
  ]);
  const savedVisit = await readSavedVisit(currentTicket());
  return {
    handoverId,
    savedVisit,
    keeping: await whenKept(currentTicket()),
    details: async () => ticketDetails(await ask(signing.consentDetailsByToken, { token: ticket })),
    say,
    keepAnswers,
    clockOffset,
  };
}
