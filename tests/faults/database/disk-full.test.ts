import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callerOf } from '#tests/support/forms/builders.ts';
import { canMount, mountSmallDisk } from '#tests/support/faults/small-disk.ts';
import { expectSignedOnce } from '#tests/support/tablet/signed-remains.ts';
import { startSigning } from '#tests/support/forms/signing-load.ts';
import { startSite } from '#tests/support/server/two-servers.ts';

/** How long a disk stays full, ms. */
const FULL_FOR = 10_000;

test.skipIf(!canMount)(
  'with PostgreSQL’s disk full a request is answered that it should be tried again, and signing goes on once there is room',
  { timeout: 400_000 },
  async () => {
    const disk = mountSmallDisk(400);
    onTestFinished(() => disk.remove());
    const site = await startSite({ within: disk.folder });
    onTestFinished(() => site.stop());
    const load = await startSigning({ origins: site.servers.map(({ origin }) => origin), pauseMs: 100 });
    await load.more(6);
    for (let round = 0; round < 3; round += 1) {
      disk.fill();
      // The answer to anything but "try again" ends the load, and with it the test.
      for (const until = Date.now() + FULL_FOR * 6; (load.retries.get('BUSY') ?? 0) <= round && Date.now() < until;)
        await wait(100);
      await wait(FULL_FOR);
      disk.free();
      // PostgreSQL ends itself where it cannot write its log; whatever started it starts it again.
      if (site.postgres.hasEnded()) await site.postgres.restart();
      await load.more(6);
    }
    await load.stop();
    process.stdout.write(`${load.signatures.length} signatures; answered BUSY ${load.retries.get('BUSY') ?? 0} times\n`);
    expect(load.retries.get('BUSY') ?? 0).toBeGreaterThan(0);
    for (const server of site.servers) expect(server.hasEnded()).toBe(false);
    await expectSignedOnce(load, { url: site.url, origin: site.servers[0].origin, sealMs: 120_000 });
  },
);

test.skipIf(!canMount)(
  'with the data folder full consents are signed and sealed, and a mail waits until there is room',
  { timeout: 300_000 },
  async () => {
    const disk = mountSmallDisk(16);
    onTestFinished(() => disk.remove());
    const dataDir = path.join(disk.folder, 'data');
    const site = await startSite({ env: { DATA_DIR: dataDir } });
    onTestFinished(() => site.stop());
    const { origin } = site.servers[0];
    const mails = () => fs.readdirSync(path.join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
    const before = fs.existsSync(path.join(dataDir, 'mail')) ? mails().length : 0;
    disk.fill();
    const load = await startSigning({ origins: site.servers.map((server) => server.origin) });
    const anybody = callerOf({ wire: (token) => ({ fetch, root: `${origin}/api`, token }) });
    await anybody.call('userForgot', { email: 'clinician@demo.nhs.uk' });
    await load.more(10);
    await load.stop();
    await expectSignedOnce(load, { url: site.url, origin, sealMs: 60_000 });
    expect(fs.existsSync(path.join(dataDir, 'mail')) ? mails().length : 0).toBe(before);
    disk.free();
    await expect.poll(() => mails().length, { timeout: 60_000 }).toBe(before + 1);
    expect(fs.readFileSync(path.join(dataDir, 'mail', mails().at(-1) ?? ''), 'utf8')).toContain('Code: ');
  },
);
