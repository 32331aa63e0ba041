import type { TicketDetails } from '#contract/signing.ts';
import type { SaidCall, Saying, Keeping } from '#src/sign/kept.ts';
import type { Said } from '#src/sign/say.ts';
import type { Answers } from '#src/sign/keep-answers.ts';
import type { Tablet } from '#tests/src/queries/tablet.ts';
import type { Caller } from '#tests/support/builders.ts';
import { vi } from 'vitest';

/** A signer's page, as its modules are after it was opened. */
export type OnePage = {
  readonly handoverId: string;
  /** the vault that the page was given; null without one */
  readonly keeping: Keeping | null;
  /** the form, asked from the server */
  readonly details: () => Promise<TicketDetails>;
  readonly say: <K extends SaidCall>(saying: Saying<K>) => Promise<Said<K>>;
  readonly keepAnswers: (details: TicketDetails, answers: Answers) => Promise<unknown>;
  readonly clockOffset: () => number;
};

type Handing = {
  readonly consentID: string;
  /** of an earlier handover: the page is opened again in it */
  readonly handoverId?: string;
  readonly hasVault?: boolean;
};

/** Hands a tablet over and opens the signer's page: a new page knows nothing of the one before. */
export async function openPage(
  staff: Caller,
  { held: { store } }: Tablet,
  { consentID, handoverId = store.means.newId(), hasVault = true }: Handing,
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
  const [{ whenKept }, { say }, { keepAnswers }, { ask }, { clockOffset }, { signing }, { currentTicket }] = await Promise.all([
    import('#src/sign/kept.ts'),
    import('#src/sign/say.ts'),
    import('#src/sign/keep-answers.ts'),
    import('#src/sign/ask.ts'),
    import('#src/session/clock.ts'),
    import('#contract/signing.ts'),
    import('#src/session/handover.ts'),
  ]);
  return {
    handoverId,
    keeping: await whenKept(currentTicket()),
    details: async () => (await ask(signing.consentDetailsByToken, { token: ticket })).data,
    say,
    keepAnswers,
    clockOffset,
  };
}
