import { expect, test } from 'vitest';
import { signatureNameQuestion } from '#src/screens/cases/acts/signature-name-question.ts';

const accountName = 'Zoë Demo-O’Neill';

test.each(['Zoë Demo-O’Neill', 'zoe demo oneill', 'Dr Zoe Demo-O’Neill', 'Demo-O’Neill, Zoë', 'DEMO-O’NEILL Zoë'])(
  'nobody is asked about their own name, however they spell it: %s',
  (typedName) => expect(signatureNameQuestion(typedName, { accountName, confirmedName: null })).toBeUndefined(),
);

test.each(['x', 'Demo Somebody', 'Zoë', '👍'])('another name is asked about once: %s', (typedName) => {
  expect(signatureNameQuestion(typedName, { accountName, confirmedName: null })).toBe(
    `You typed “${typedName}”. You are signed in as Zoë Demo-O’Neill. If you sign like this, press the button once more.`,
  );
  expect(signatureNameQuestion(typedName, { accountName, confirmedName: typedName })).toBeUndefined();
  expect(signatureNameQuestion(typedName, { accountName, confirmedName: 'y' })).toBeDefined();
});

test.each(['x', 'Demo Somebody'])(
  'a signature under the own account bears its name, and its question says so: %s',
  (typedName) => {
    expect(signatureNameQuestion(typedName, { accountName, confirmedName: null, isOwn: true })).toBe(
      `You typed “${typedName}”. You are signed in as Zoë Demo-O’Neill, and your signature will say Zoë Demo-O’Neill. To sign like this, press the button once more.`,
    );
    expect(signatureNameQuestion(typedName, { accountName, confirmedName: typedName, isOwn: true })).toBeUndefined();
    expect(signatureNameQuestion('zoe demo oneill', { accountName, confirmedName: null, isOwn: true })).toBeUndefined();
  },
);
