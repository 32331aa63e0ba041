import { expect, test } from 'vitest';
import { isChangeExpected } from '#src/screens/cases/acts/expected-change.ts';
import { consent, event } from '#tests/src/screens/cases/build.ts';

const sealed = event('SEALED', { detail: { level: 'B-B', sha256: 'ab12' } });
const settledSeal = event('SEALED', { detail: { level: 'B-B', sha256: 'ab12', outcomes: 1 } });

test.each([
  ['a draft', consent({ status: 'DRAFT' }), false],
  ['one that waits for signatures', consent({ status: 'SENT' }), true],
  ['one that is being sealed', consent({ status: 'SIGNED', sealState: 'SEALING' }), true],
  ['one that is sealed, whose timeline does not tell of it yet', consent({ status: 'SIGNED', sealState: 'SEALED' }), true],
  [
    'one that is sealed, with another version’s seal',
    consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [{ ...sealed, versionId: 'another' }] }),
    true,
  ],
  ['one that is sealed', consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [sealed] }), false],
  [
    'one whose disagreement was settled, without the document of that',
    consent({ status: 'SIGNED', sealState: 'SEALED', Timeline: [settledSeal] }),
    true,
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
])('%s is expected to change, or not', (_, version, isExpected) => {
  expect(isChangeExpected([version])).toBe(isExpected);
});
