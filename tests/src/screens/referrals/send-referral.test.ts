import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { sendReferral } from '#src/screens/referrals/send-referral.ts';
import { expect, test, vi } from 'vitest';

const input = { id: 'case', patientID: 'patient', to: { speciality: 'Ophthalmology' }, question: 'Why?' };
const fileOf = (name: string) => new File(['demo'], name);
const noPdf = () =>
  new CallFailed(400, { message: 'No', error: 'INVALID', fields: [{ path: 'file', message: 'This is not a PDF.' }] });

type Calls = Parameters<typeof sendReferral>[0];

function calls(attach: Calls['attach']) {
  return {
    refer: vi.fn<Calls['refer']>(async ({ submit }) => ({
      message: submit === true ? 'Referral sent' : 'Referral saved',
      version: 1,
    })),
    attach: vi.fn<Calls['attach']>(attach),
    reply: vi.fn<Calls['reply']>(async () => {}),
  };
}

test('every file is tried; those that are refused are named, and the referral stays a draft', async () => {
  const made = calls(async (file) => {
    if (file.name.startsWith('bad')) throw noPdf();
    return 2;
  });
  const files = ['bad one.pdf', 'good.pdf', 'bad two.pdf'].map(fileOf);
  const sent = await sendReferral(made, { input, files, isDraft: false });
  expect(made.attach.mock.calls.map(([file]) => file.name)).toEqual(['bad one.pdf', 'good.pdf', 'bad two.pdf']);
  expect(made.reply).not.toHaveBeenCalled();
  expect(sent).toEqual({
    isWhole: false,
    message:
      'The referral is saved as a draft and not sent. Not attached: bad one.pdf: This is not a PDF. bad two.pdf: This is not a PDF.',
  });
  expect((await sendReferral(made, { input, files, isDraft: true })).message).toMatch(/^Referral saved\. Not attached: bad one/);
});

test('where no answer comes the files after it are named too, and not tried', async () => {
  const made = calls(async () => {
    throw new Unreachable();
  });
  const { message } = await sendReferral(made, { input, files: ['one.pdf', 'two.pdf'].map(fileOf), isDraft: false });
  expect(made.attach).toHaveBeenCalledTimes(1);
  expect(message).toMatch(/one\.pdf: .*two\.pdf: /);
});

test('with all files there it is sent, with the version after the last of them', async () => {
  let version = 1;
  const made = calls(async () => (version += 1));
  const sent = await sendReferral(made, { input, files: ['one.pdf', 'two.pdf'].map(fileOf), isDraft: false });
  expect(sent).toEqual({ isWhole: true, message: 'Referral sent' });
  expect(made.refer).toHaveBeenCalledWith({ ...input, submit: false });
  expect(made.reply).toHaveBeenCalledWith({ version: 3, text: 'Why?' });
});

test('a try whose answer was lost has made the referral: its files follow, and nothing else is refused for it', async () => {
  const made = calls(async () => 2);
  made.refer.mockRejectedValue(new CallFailed(409, { message: 'There', error: 'ALREADY_EXISTS' }));
  const sent = await sendReferral(made, { input, files: [fileOf('one.pdf')], isDraft: false });
  expect(made.attach).toHaveBeenCalledTimes(1);
  expect(sent).toMatchObject({ isWhole: false, message: expect.stringMatching(/^This referral was there already/) });
  made.refer.mockRejectedValue(new CallFailed(409, { message: 'No', error: 'PATIENT_TAKES_NONE' }));
  await expect(sendReferral(made, { input, files: [], isDraft: false })).rejects.toMatchObject({ code: 'PATIENT_TAKES_NONE' });
});
