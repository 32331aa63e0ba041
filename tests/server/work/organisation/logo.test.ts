import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { LOGO_REFUSALS, type LogoRefusal } from '#domain/organisation/logo-refusals.ts';
import { LOGO_BYTES_MOST } from '#domain/organisation/organisation.ts';
import { decodePicture } from '#server/outside/scan/decode-picture.ts';
import { countWork } from '#tests/support/checks/cpu-time.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aLogo, pngChunk } from '#tests/support/forms/logo.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller & { token: string };
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

const upload = (file: Uint8Array) =>
  call(calls.organisationLogoUpload, { file: new Blob([new Uint8Array(file)]) }, app.wire(admin.token));
const logoOf = (id: string | null) => app.ask({ url: `/api/organisation/logo/${id}` });

test('a logo is uploaded, shown to anybody for ever under its id, replaced and removed', async () => {
  const before = (await admin.call('organisation', {})).data;
  const first = await upload(aLogo());
  expect(first).toMatchObject({ message: 'Logo saved', data: { name: before.name, version: before.version + 1 } });
  const shown = await logoOf(first.data.logo);
  expect(shown).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
  const second = (await upload(aLogo({ width: 200 }))).data;
  expect(second.logo).not.toBe(first.data.logo);
  expect((await logoOf(first.data.logo)).bytes).toEqual(shown.bytes);
  // The one that somebody else has replaced meanwhile.
  expect((await admin.refused('organisationLogoRemove', { id: first.data.logo ?? '' })).code).toBe('NOT_FOUND');
  const removed = await admin.call('organisationLogoRemove', { id: second.logo ?? '' });
  expect(removed).toMatchObject({ message: 'Logo removed', data: { logo: null, version: second.version + 1 } });
  expect((await logoOf(second.logo)).status).toBe(200);
  expect((await logoOf('018f0000-0000-7000-8000-00000000dead')).status).toBe(404);
  const log = await app.database.db
    .selectFrom('security_log')
    .select(['subject', 'detail'])
    .where('type', '=', 'LOGO_CHANGED')
    .orderBy('seq')
    .execute();
  expect(log.map(({ subject, detail }) => [subject, detail])).toEqual([
    [before.name, ''],
    [before.name, ''],
    [before.name, 'Removed'],
  ]);
});

test('only the picture of a file is stored: no words, no profile, and nothing behind its end', async () => {
  const hidden = [
    pngChunk('tEXt', Buffer.from('Author\0Somebody')),
    pngChunk('iCCP', Buffer.from('p\0\0junk')),
    pngChunk('acTL', Buffer.alloc(8)),
  ];
  const { data } = await upload(Buffer.concat([aLogo({ extra: hidden }), Buffer.from('<script>')]));
  expect((await logoOf(data.logo)).bytes).toEqual(aLogo());
  expect(await decodePicture(aLogo(), 'PNG')).toMatchObject({ width: 300, height: 100 });
});

const GOOD = aLogo();
/** A picture of a few bytes that unpacks to more than the largest logo has. */
const bomb = () => aLogo({ width: 1200, height: 400, data: deflateSync(Buffer.alloc(100_000_000)) });

const WRONG: readonly [string, LogoRefusal, () => Buffer][] = [
  ['an empty file', 'NOT_A_PNG', () => Buffer.alloc(0)],
  ['a JPEG', 'NOT_A_PNG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['an SVG', 'NOT_A_PNG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PDF', 'NOT_A_PNG', () => Buffer.from('%PDF-1.7')],
  ['a large file', 'TOO_LARGE', () => aLogo({ extra: [pngChunk('tEXt', randomBytes(LOGO_BYTES_MOST))] })],
  ['a wide picture', 'TOO_MANY_PIXELS', () => aLogo({ width: 1201 })],
  ['a high picture', 'TOO_MANY_PIXELS', () => aLogo({ height: 401 })],
  [
    'a header that lies about gigapixels',
    'TOO_MANY_PIXELS',
    () => aLogo({ width: 0xffff_ffff, height: 1, data: deflateSync(Buffer.alloc(10)) }),
  ],
  ['no width', 'DAMAGED', () => aLogo({ width: 0, data: deflateSync(Buffer.alloc(10)) })],
  ['a bomb', 'DAMAGED', bomb],
  ['data that is none', 'DAMAGED', () => aLogo({ data: randomBytes(500) })],
  ['too few rows', 'DAMAGED', () => aLogo({ data: deflateSync(Buffer.alloc(50)) })],
  ['a file that breaks off', 'DAMAGED', () => GOOD.subarray(0, GOOD.length - 20)],
  ['a header alone', 'DAMAGED', () => GOOD.subarray(0, 33)],
  ['a signature alone', 'DAMAGED', () => GOOD.subarray(0, 8)],
  ['a wrong checksum', 'DAMAGED', () => Buffer.from(GOOD.map((byte, at) => (at === 30 ? byte ^ 1 : byte)))],
];

test.each(WRONG)('%s is refused (%s), and nothing is stored', async (_, reason, file) => {
  const before = await snapshotOf(app.database.db, { except: ['sessions', 'throttles'] });
  const worked = countWork();
  await expect(upload(file())).rejects.toMatchObject({
    status: 400,
    code: 'INVALID',
    fields: [{ path: 'file', message: LOGO_REFUSALS[reason] }],
  });
  expect(worked()).toBeLessThan(4000);
  expect(await snapshotOf(app.database.db, { except: ['sessions', 'throttles'] })).toEqual(before);
});

test('two files, and fields beside the file, are refused', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(GOOD)]));
  form.append('organisation', 'theirs');
  const answer = await app.wire(admin.token).fetch('/api/organisation/logo', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  expect(answer.status).toBe(400);
});
