import { expect, test } from 'vitest';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { paperReport } from '#src/screens/cases/paper/paper-words.ts';

const VERSION = '018f0000-0000-7000-8000-000000000001';
const event = (type: string, detail: TimelineEvent['detail'] = {}): TimelineEvent => ({
  id: type,
  at: '2026-08-06T15:00:00.000Z',
  deviceAt: null,
  type,
  actor: { kind: 'STAFF', name: 'Demo Clinician', role: 'Clinician' },
  versionId: VERSION,
  detail,
  prevHash: '',
  hash: '',
});
const agreed = event('PAPER_REPORTED', { outcome: 'AGREED', signer: 'Mary Beech', onPaper: '6 August 2026, 15:05 BST' });
const report = (...events: TimelineEvent[]) => paperReport(events, VERSION, 'Europe/London');

test('a form that a sheet says was signed on paper says so, until it is taken back', () => {
  expect(report(event('CONSENT_SENT'), agreed)).toBe(
    'Signed on paper by Mary Beech, 6 August 2026, 15:05 BST: so says the sheet that Demo Clinician brought back, 6 August 2026, 16:00 BST.',
  );
  expect(report(event('CONSENT_SENT'))).toBeUndefined();
  expect(report(event('PAPER_REPORTED', { outcome: 'MORE_TIME', signer: '' }))).toBeUndefined();
  // The last sheet counts, whatever it says.
  expect(report(agreed, event('PAPER_REPORTED', { outcome: 'MORE_TIME', signer: '' }))).toBeUndefined();
  expect(report(event('PAPER_REPORTED', { outcome: 'MORE_TIME', signer: '' }), agreed)).toMatch(/^Signed on paper/);
  expect(report(agreed, event('RECALLED'), event('CONSENT_SENT'))).toBeUndefined();
});
