import { expect, onTestFinished, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { ARCHIVE_AHEAD_DAYS } from '#domain/documents/archival.ts';
import { archivalsOf, withRevisions } from '#server/data/documents/archivals.ts';
import type { Sealer } from '#server/outside/seal/sealer.ts';
import { recordLeaf } from '#server/work/integrity/seal-leaves.ts';
import { queueArchives } from '#server/work/documents/queue-archives.ts';
import { runOne } from '#server/work/run-jobs.ts';
import { serverState } from '#server/work/status/server-state.ts';
import { serverWarnings } from '#domain/organisation/server-warnings.ts';
import { signed, signIn } from '#tests/support/forms/builders.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { demoSealer } from '#tests/server/outside/seal/sealed-demo.ts';
import { fileWith } from '#tests/server/outside/seal/stamped-demo.ts';
import { openTsa, stampingCertificate } from '#tests/server/outside/seal/tsa.ts';

const app = useTestApp();

const YEAR = 365 * DAY;
const YEARS = 12;
/** Every day with the full numbers, else each month, and each day around the time when an authority is down. */
const STEP = process.env['FULL'] === '1' ? DAY : 30 * DAY;

/** Four authorities, each with a certificate for four years of which the last overlaps the next one's first; whichever is `on` answers. */
async function fourAuthorities() {
  const start = app.clock.now() - DAY;
  const clock = () => Math.floor(app.clock.now() / 1000) * 1000;
  const made = await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const from = start + index * 3 * YEAR;
      const identity = await stampingCertificate({ from, until: from + 4 * YEAR, name: `Authority ${index}`, serial: index + 3 });
      return { identity, tsa: await openTsa('none', { identity, clock }) };
    }),
  );
  onTestFinished(async () => void (await Promise.all(made.map(({ tsa }) => tsa.close().catch(() => undefined)))));
  return { start, made, clock };
}

test(
  `over 12 years, with four authorities of which one is down for 40 days, every document verifies on every day`,
  { timeout: 3_600_000 },
  async () => {
    const { start, made, clock } = await fourAuthorities();
    const dataDir = fileWith('').replace('/file.pem', '');
    const tsaRoots = fileWith(...made.map(({ tsa }) => tsa.root));
    const sealers: Sealer[] = [];
    // One after another: the first makes the keys of the folder.
    for (const { tsa } of made) sealers.push(await demoSealer({ dataDir, tsaUrl: tsa.url, tsaRoots, clock: app.clock.now }));
    const staff = await signIn(app);
    app.deps.sealer = sealers[0] ?? app.deps.sealer;
    await recordLeaf(app.deps, app.deps.sealer.leaf);
    const forms = [await signed(app, staff), await signed(app, staff)];
    while (await runOne(app.deps));
    const documents = await app.database.db
      .selectFrom('documents')
      .selectAll()
      .where('kind', '=', 'SIGNED')
      .where(
        'consent_id',
        'in',
        forms.map(({ consentID }) => consentID),
      )
      .execute();
    const [organisationId = ''] = documents.map(({ organisation_id }) => organisation_id);
    /** The first renewal falls into the time when the second authority is down. */
    const down = { from: start + 4 * YEAR - ARCHIVE_AHEAD_DAYS * DAY - DAY, days: 40 };
    const stepAt = (day: number) => (Math.abs(day - down.from) < 2 * down.days * DAY ? DAY : STEP);
    const wrong: string[] = [];
    const red = new Set<string>();
    let isDown = false;
    for (let day = app.clock.now(); day < start + YEARS * YEAR; day += stepAt(day)) {
      app.clock.advance(day - app.clock.now() + MINUTE * 2);
      const now = app.clock.now();
      const index = Math.min(3, Math.floor((now - start) / (3 * YEAR)));
      app.deps.sealer = sealers[index] ?? app.deps.sealer;
      const shouldBeDown = now >= down.from && now < down.from + down.days * DAY;
      const at = made[index];
      if (shouldBeDown !== isDown && at !== undefined) {
        if (shouldBeDown) await at.tsa.close();
        else at.tsa = await openTsa('none', { identity: at.identity, clock, port: Number(new URL(at.tsa.url).port) });
        isDown = shouldBeDown;
      }
      await queueArchives(app.deps);
      app.clock.advance(1000);
      while (await runOne(app.deps));
      for (const document of documents) {
        const revisions = await archivalsOf(app.database.db, { organisationId, id: document.id });
        const verdict = await app.deps.sealer.verify(withRevisions(document.bytes, revisions));
        // Today the newest stamp's certificate is still good: the proof has no gap.
        const isCovered = revisions.length > 0 && Date.parse(revisions.at(-1)?.tsa_ends_at ?? '') > app.clock.now();
        if (verdict.state !== 'VALID' || !isCovered)
          wrong.push(`${document.consent_id} ${new Date(now).toISOString().slice(0, 10)}`);
      }
      if (isDown) {
        const state = await serverState(app.database.db, organisationId, app.deps);
        for (const { title } of serverWarnings(state, app.clock.now())) if (title.startsWith('Archival')) red.add(title);
      }
    }
    printFigure(`archive: ${JSON.stringify({ years: YEARS, documents: documents.length, daysWithoutProof: wrong.length })}`);
    expect(wrong.slice(0, 5)).toEqual([]);
    const stamps = await Promise.all(documents.map(({ id }) => archivalsOf(app.database.db, { organisationId, id })));
    expect(stamps.map((each) => each.length)).toEqual(documents.map(() => 4));
    expect([...red]).toEqual(['Archival time stamps are 30 days behind']);
  },
);
