import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aForm } from './form.ts';

const submit = vi.hoisted(() => vi.fn<(call: { key: string; limitMs?: number }) => Promise<unknown>>());
vi.mock('#src/sign/submit.ts', () => ({ submit }));

const consentID = '00000000-0000-4000-8000-000000000001';
const answers = [{ id: '00000000-0000-4000-8000-000000000002', option: 1 }];

async function open() {
  vi.resetModules();
  const [{ sendUnderstanding }, { saveAnswers }, { rememberAttempts }, { CallFailed, Unreachable }] = await Promise.all([
    import('#src/sign/send-understanding.ts'),
    import('#src/sign/save-answers.ts'),
    import('#src/session/idempotency-key.ts'),
    import('#contract/engine/call.ts'),
  ]);
  let nth = 0;
  const attemptFor = rememberAttempts(() => `key-${(nth += 1)}`);
  const refused = Object.assign(Object.create(CallFailed.prototype) as Error, { status: 409, code: 'ALREADY_SIGNED' });
  return {
    failures: { silence: new Unreachable('No answer'), refused },
    send: (given = answers) => sendUnderstanding({ consentID, answers: given, attemptFor }),
    saveAnswers,
  };
}

beforeEach(() => {
  submit.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

test('the same answers are sent once from one page, others by themselves, and none not at all', async () => {
  submit.mockResolvedValue({ kind: 'sent' });
  const { send } = await open();
  send([]);
  send();
  send();
  send([...answers, ...answers]);
  await settle();
  expect(submit.mock.calls.map(([{ key }]) => key)).toEqual(['key-2', 'key-3']);
});

test('the later answers arrive later: they wait for the ones before, for the short limit of one try', async () => {
  let answered = () => {};
  submit.mockReturnValueOnce(new Promise<void>((resolve) => (answered = resolve))).mockResolvedValue({ kind: 'sent' });
  const { send } = await open();
  send();
  send([...answers, ...answers]);
  await settle();
  expect(submit).toHaveBeenCalledTimes(1);
  expect(submit.mock.calls[0]![0]).toMatchObject({ limitMs: 3000 });
  answered();
  await settle();
  expect(submit).toHaveBeenCalledTimes(2);
});

test('a server that never answers holds up no save of the form', async () => {
  const { send, saveAnswers } = await open();
  submit.mockReturnValueOnce(new Promise<never>(() => {})).mockResolvedValue({ kind: 'queued' });
  send();
  await settle();
  const saved = vi.fn<() => void>();
  void saveAnswers(aForm(), { mattersToMe: 'My garden' }).then(saved);
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(submit).toHaveBeenCalledTimes(2);
});

test('answers that did not arrive are tried again under their key', async () => {
  const { send, failures } = await open();
  submit.mockRejectedValue(failures.silence);
  send();
  await settle();
  expect(submit).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submit.mock.calls.map(([{ key }]) => key)).toEqual(['key-1', 'key-1', 'key-1']);
});

test('a refusal is not tried again, and fails nothing', async () => {
  const { send, failures } = await open();
  submit.mockRejectedValue(failures.refused);
  send();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submit).toHaveBeenCalledTimes(1);
});
