import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { callerOf, reachedAt, signIn, type Reached } from '#tests/support/forms/builders.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';
import type { SigningLoad } from '#tests/support/forms/signing-load.ts';

/**
 * Compares what was acknowledged with what the database and the server have afterwards: each patient, each signature and each case once,
 * and each signed form as `expectSealedForms` wants it.
 *
 * @param sealMs - how long the last documents may take
 */
export async function expectSignedOnce(
  load: SigningLoad,
  { url, origin, sealMs }: { url: string; origin: string; sealMs: number },
): Promise<void> {
  await expectRows(load, url);
  await expectSealedForms(reachedAt(origin, { limitMs: 30_000 }), load.done, sealMs);
}

/**
 * Expects each signed form in force and sealed once, in a document that our verification and pdfsig take, and its chain whole.
 *
 * @param sealMs - how long the last documents may take
 */
export async function expectSealedForms(
  server: Reached,
  forms: readonly { readonly consentID: string; readonly recordID: string }[],
  sealMs: number,
): Promise<void> {
  const staff = await signIn(server);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-remains-'));
  try {
    const until = Date.now() + sealMs;
    for (const { consentID, recordID } of forms) {
      for (;;) {
        const { data } = await staff.call('recordDetails', { id: recordID });
        expect(data.record).toMatchObject({ status: 'SIGNED', inForceConsentID: consentID });
        if (data.consents[0]?.sealState === 'SEALED') break;
        if (Date.now() > until) throw new Error(`A signed form is still ${data.consents[0]?.sealState} after ${sealMs} ms`);
        await wait(250);
      }
      const pdf = await staff.download(consentID);
      const { data: verdict } = await callerOf(server).call('verifyFile', { file: new Blob([new Uint8Array(pdf)]) });
      expect(verdict).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE' });
      const file = path.join(folder, `${consentID}.pdf`);
      fs.writeFileSync(file, pdf);
      expect(inspectPdf(file).signatures).toContain('Signature is Valid');
      fs.rmSync(file);
      const { chain, events } = (await staff.call('recordTimeline', { id: recordID })).data;
      expect(chain.ok).toBe(true);
      expect(events.filter(({ type }) => type === 'SIGNED')).toHaveLength(2);
      expect(events.filter(({ type }) => type === 'SEALED')).toHaveLength(1);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Each acknowledged row once, and no row that nobody was told of. */
async function expectRows({ patients, signatures }: SigningLoad, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const made = await client.query<{ id: string }>("select id from patients where last_name like 'Demo-Builder-%'");
    expect(made.rows.map(({ id }) => id).toSorted()).toEqual([...patients].toSorted());
    const signed = await client.query<{ name: string }>(
      `select s.consent_id || ' ' || s.role as name from signatures s
       join consents c on c.organisation_id = s.organisation_id and c.id = s.consent_id
       join cases k on k.organisation_id = c.organisation_id and k.id = c.case_id
       join patients p on p.organisation_id = k.organisation_id and p.id = k.patient_id
       where p.last_name like 'Demo-Builder-%'`,
    );
    const acknowledged = signatures.map(({ consentID, role }) => `${consentID} ${role}`);
    expect(signed.rows.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
  } finally {
    await client.end();
  }
}
