import { beforeEach, expect, test, vi } from 'vitest';
import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { REPORT_NOT_SAVED, ReportNotSaved, sendReport, type SafetyFields } from '#src/safety/send-report.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';

// A report from a locked tablet, from one without a network, and from both: it is sent, it waits, or its author reads that it does neither.

const server = vi.hoisted(() => ({ failure: null as Error | null }));
const tablet = vi.hoisted(() => ({ isOpen: true, notes: [] as unknown[] }));
vi.mock('#src/session/api.ts', () => ({
  api: async () => {
    if (server.failure !== null) throw server.failure;
    return { data: { number: 'S-0007' } };
  },
}));
vi.mock('#src/offline/session.ts', () => ({
  whenOfflineReady: async () =>
    tablet.isOpen ? { local: { writes: { note: async (...note: unknown[]) => tablet.notes.push(note) } } } : null,
}));
vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('navigator', { onLine: false });

const REPORT: SafetyFields = {
  id: '018f0000-0000-7000-8000-00000000beef',
  kind: 'WRONG_LIGHT',
  words: 'The light was green.',
  harm: 'NO',
};
const signInOver = (): Error => new CallFailed(401, { message: 'Please log in again', error: 'SIGN_IN' });
const refused = (): Error => new CallFailed(400, { message: 'Say what went wrong', error: 'INVALID' });

beforeEach(() => {
  tablet.notes = [];
});

const LOCKS: readonly (readonly [lock: string, isOpen: boolean, failure: () => Error | null, outcome: string])[] = [
  ['idle, with a network', true, () => null, 'SENT'],
  ['idle, without a network', true, () => new Unreachable(), 'WAITS'],
  ['idle, opened without the server, which is reached by now', true, () => new SignInNeeded(), 'WAITS'],
  ['idle, and the sign-in has run out', true, signInOver, 'WAITS'],
  ['the network was lost before the work was open', false, () => new Unreachable(), 'NOT_SAVED'],
  ['the sign-in is not finished, with a network', false, () => null, 'SENT'],
  ['the sign-in is not finished, without a network', false, () => new Unreachable(), 'NOT_SAVED'],
  ['the sign-in is not finished and has run out', false, signInOver, 'REFUSED'],
  ['refused by the server: its author reads why', true, refused, 'REFUSED'],
];

test.for(LOCKS)('locked: %s', async ([_, isOpen, failure, outcome]) => {
  tablet.isOpen = isOpen;
  server.failure = failure();
  const found = await sendReport(REPORT).then(
    (number) => (number === null ? 'WAITS' : 'SENT'),
    (error: unknown) => (error instanceof ReportNotSaved ? 'NOT_SAVED' : 'REFUSED'),
  );
  expect([found, tablet.notes.length]).toEqual([outcome, outcome === 'WAITS' ? 1 : 0]);
});

test('a report that is neither sent nor saved says both, and what to do', () => {
  for (const words of ['NOT sent', 'NOT saved', 'still here', 'another device', 'the person in charge'])
    expect(REPORT_NOT_SAVED).toContain(words);
});
