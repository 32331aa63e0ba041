import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const submit = vi.hoisted(() => vi.fn<(call: { key: string }) => Promise<unknown>>());
vi.mock('#src/sign/submit.ts', () => ({ submit }));

const consentID = '00000000-0000-4000-8000-000000000001';
const answers = [{ id: '00000000-0000-4000-8000-000000000002', option: 1 }];

async function open() {
  vi.resetModules();
  const [{ sendUnderstanding }, { whenAnswersSaved }, { rememberAttempts }, { CallFailed, Unreachable }] = await Promise.all([
    import('#src/sign/send-understanding.ts'),
    import('#src/sign/save-answers.ts'),
    import('#src/session/idempotency-key.ts'),
    import('#contract/call.ts'),
  ]);
  let nth = 0;
  const attemptFor = rememberAttempts(() => `key-${(nth += 1)}`);
  const refused = Object.assign(Object.create(CallFailed.prototype) as Error, { status: 409, code: 'ALREADY_SIGNED' });
  return {
    failures: { silence: new Unreachable('No answer'), refused },
    send: (given = answers) => sendUnderstanding({ consentID, answers: given, attemptFor }),
    whenAnswersSaved,
  };
}

beforeEach(() => {
  submit.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('the same answers are sent once from one page, others by themselves, and none not at all', async () => {
  submit.mockResolvedValue({ kind: 'sent' });
  const { send, whenAnswersSaved } = await open();
  send([]);
  send();
  send();
  send([...answers, ...answers]);
  await whenAnswersSaved();
  expect(submit.mock.calls.map(([{ key }]) => key)).toEqual(['key-2', 'key-3']);
});

test('what follows waits for the first try alone; an answer that did not come is tried again under its key', async () => {
  const { send, whenAnswersSaved, failures } = await open();
  submit.mockRejectedValue(failures.silence);
  send();
  await whenAnswersSaved();
  expect(submit).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submit.mock.calls.map(([{ key }]) => key)).toEqual(['key-1', 'key-1', 'key-1']);
});

test('a refusal is not tried again, and fails nothing', async () => {
  const { send, whenAnswersSaved, failures } = await open();
  submit.mockRejectedValue(failures.refused);
  send();
  await expect(whenAnswersSaved()).resolves.toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submit).toHaveBeenCalledTimes(1);
});
