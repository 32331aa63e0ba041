import { expect, test } from 'vitest';
import { refetchIntervalOf } from '#src/screens/cases/refetch-interval.ts';
import { consent, event } from './build.ts';

const sealed = event('SEALED', { detail: { level: 'B-B', sha256: 'ab12' } });
const settledSeal = event('SEALED', { detail: { level: 'B-B', sha256: 'ab12', outcomes: 1 } });

test.each([
  ['a draft', consent({ status: 'DRAFT' }), false],
  ['one that waits for signatures', consent({ status: 'SENT' }), 15_000],
  ['one that is being sealed', consent({ status: 'SIGNED', sealState: 'SEALING' }), 1500],
  ['one that is sealed, whose timeline does not tell of it yet', consent({ status: 'SIGNED', sealState: 'SEALED' }), 1500],
  [
    'one that is sealed, with another version’s seal',
    consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [{ ...sealed, versionId: 'another' }] }),
    1500,
  ],
  ['one that is sealed', consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [sealed] }), false],
  [
    'one whose disagreement was settled, without the document of that',
    consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [settledSeal] }),
    1500,
  ],
  [
    'one whose disagreement was settled, with the document of that',
    consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [settledSeal, event('OUTCOME_SEALED', { hash: 'ab' })] }),
    false,
  ],
  [
    'one whose disagreement was settled and that an earlier build sealed',
    consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [event('DISAGREEMENT_SETTLED'), sealed] }),
    false,
  ],
])('%s is fetched again in time', (_, version, interval) => {
  expect(refetchIntervalOf([version])).toBe(interval);
});
