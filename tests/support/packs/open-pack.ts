import { unzipSync } from 'fflate';
import type { Caller } from '#tests/support/forms/builders.ts';
import type { TestApp } from '#tests/support/server/app.ts';

type Staff = Caller & { token: string };

/** A patient's pack that one has reviewed, keeping everything but what `withhold` chooses, and another released. @returns the files of all its parts */
export async function releasedPack(
  app: TestApp,
  { first, second }: { first: Staff; second: Staff },
  {
    patientID,
    forWhom = 'PATIENT',
    withhold = () => false,
  }: {
    patientID: string;
    forWhom?: 'PATIENT' | 'PARENT';
    withhold?: (kind: string, line: { readonly words: string }) => boolean;
  },
): Promise<{ id: string; files: Record<string, Uint8Array>; counts: { rows: number; documents: number } }> {
  const { id } = (await first.call('subjectAccessCreate', { patientID, reason: 'Asked for by letter', for: forWhom })).data;
  await app.doJobs();
  const lines = await allLines(first, id);
  for (const decision of ['KEEP', 'WITHHOLD'] as const) {
    const chosen = lines.filter((line) => withhold(line.kind, line) === (decision === 'WITHHOLD')).map((line) => line.id);
    for (let at = 0; at < chosen.length; at += 100)
      await first.call('subjectAccessDecide', { id, lines: chosen.slice(at, at + 100), decision, reason: 'Looked at' });
  }
  await second.call('subjectAccessRelease', { id });
  await app.doJobs();
  const pack = (await second.call('subjectAccessGet', { patientID })).data.records.find((each) => each.id === id);
  if (pack?.counts == null || pack.state !== 'READY') throw new Error(`The pack is ${pack?.state}`);
  const files: Record<string, Uint8Array> = {};
  for (const { number } of pack.parts) Object.assign(files, unzipSync(await downloaded(app, second, { id, part: number })));
  return { id, files, counts: pack.counts };
}

/** All lines of a pack, page after page. */
export async function allLines(staff: Caller, id: string) {
  const found = [];
  for (let page = 1; ; page += 1) {
    const { records, pages } = (await staff.call('subjectAccessLines', { id, page, limit: 100 })).data;
    found.push(...records);
    if (page >= pages) return found;
  }
}

/** The bytes of a part. */
export async function downloaded(app: TestApp, { token }: Staff, payload: { id: string; part: number }): Promise<Uint8Array> {
  const answer = await app.ask({
    method: 'POST',
    url: '/api/subjectAccess/download',
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return new Uint8Array(answer.bytes);
}

/** The rows of a table in a pack. */
export function packRows(files: Readonly<Record<string, Uint8Array>>, table: string): Record<string, unknown>[] {
  const bytes = files[`data/${table}.json`];
  if (bytes === undefined) return [];
  // Written by this product.
  return (JSON.parse(Buffer.from(bytes).toString('utf8')) as { rows: Record<string, unknown>[] }).rows;
}

/** All that the texts of a pack say, JSON and lists. */
export function packText(files: Readonly<Record<string, Uint8Array>>): string {
  return Object.entries(files)
    .filter(([name]) => !name.endsWith('.pdf') && !name.endsWith('.bin'))
    .map(([, bytes]) => Buffer.from(bytes).toString('utf8'))
    .join('\n');
}
