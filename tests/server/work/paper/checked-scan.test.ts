import { isPart } from '#tests/support/checks/full.ts';
import { ticksOnPaper } from '#tests/support/forms/ticks-on-paper.ts';
import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, test } from 'vitest';
import { CHECKED_SCAN_COLOUR_MOST } from '#domain/documents/checked-scan.ts';
import { MINUTE } from '#domain/base/limits.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { requeueSeals } from '#server/work/documents/requeue-seals.ts';
import { sha256Hex } from '#server/sha256.ts';
import { aPatient, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { faultsOf as faultsOfBundle, fhirCheckers } from '#tests/support/fhir/checkers.ts';
import { bundleReader, resourcesIn } from '#tests/support/fhir/read-bundle.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { storedFile, verdictOf } from '#tests/support/server/stored-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { accessibleFaults } from '#tests/server/outside/pdf/accessible-faults.ts';
import { attachmentBytesOf, onPdf, textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { everybody, paperDesk } from './paper-desk.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const { faultsOf, upload, printed } = paperDesk(app, () => staff);

/** A form that everybody has signed on paper, of which a clinician has checked the scan. */
async function confirmed(scanOf: (consentID: string) => Promise<Uint8Array> = printed, change: Parameters<typeof sent>[1] = {}) {
  const form = await sent(staff, change);
  const { consentID } = form;
  const { sha256, pages, match } = await upload(consentID, await scanOf(consentID));
  const unread = pages.filter(({ read }) => !read).map(({ page }) => page);
  const { lastName, dateOfBirth } = form.shownPatient!;
  await staff.call('recordConfirmScan', {
    consentID,
    sha256,
    pagesChecked: unread,
    signers: everybody(form),
    answers: ticksOnPaper(form, everybody(form), { match }),
    ...(unread.length > 0 && { identifiers: { lastName, dateOfBirth, isSameProcedure: true } }),
  });
  return form;
}

/** Seals a form as a server of the build before does, which knows no checked scan. */
async function sealWithoutScan(consentID: string): Promise<void> {
  const ofForm = app.database.db.updateTable('documents').where('consent_id', '=', consentID);
  const version = app.database.db.updateTable('consents').where('id', '=', consentID);
  await ofForm.set({ kind: 'READING' }).where('kind', '=', 'SCAN').execute();
  await version.set({ scan_due_at: null }).execute();
  await app.doJobs();
  await version.set({ scan_due_at: new Date(app.clock.now()).toISOString() }).execute();
  await ofForm.set({ kind: 'SCAN' }).where('kind', '=', 'READING').execute();
}

const documentsOf = (consentID: string) =>
  app.database.db
    .selectFrom('documents')
    .select(['id', 'kind', 'sha256', 'archive_due_at'])
    .where('consent_id', '=', consentID)
    .orderBy('made_at')
    .orderBy('kind')
    .execute();
const kindsOf = async (consentID: string) => (await documentsOf(consentID)).map(({ kind }) => kind).toSorted();
const checkedScan = (consentID: string) => privateFile(app, staff, consentID, 'SCAN_CHECKED');
const eventsOf = async (id: string) =>
  (await staff.call('recordDetails', { id })).data.timeline
    .map(({ type }) => type)
    .filter((type) => /SEALED|ALL_SIGNED/.test(type));

test('a checked scan is sealed before its form, which carries exactly its bytes beside the record', async () => {
  const form = await confirmed();
  const { consentID } = form;
  await app.doJobs();
  expect(await kindsOf(consentID)).toEqual(['SCAN', 'SCAN_CHECKED', 'SIGNED']);
  expect(await eventsOf(form.recordID)).toEqual(['ALL_SIGNED', 'SCAN_SEALED', 'SEALED']);
  const sealed = await staff.download(consentID);
  expect(onPdf(sealed, 'pdfdetach', '-list', 'FILE')).toMatch(/2 embedded files[^]*content\.json[^]*scan\.pdf/);
  const inside = attachmentBytesOf(sealed, 'scan.pdf');
  const stored = (await documentsOf(consentID)).find(({ kind }) => kind === 'SCAN_CHECKED')!;
  expect(sha256Hex(inside)).toBe(stored.sha256);
  expect(stored.archive_due_at).not.toBeNull();
  expect(relationshipsOf(sealed)).toEqual(['Data', 'Source']);
  const text = unbroken(textOf(sealed));
  expect(text).toContain(
    unbroken('Signed on paper on 6 August 2026 Ticks were read by Demo Clinician. The pages are attached and sealed.'),
  );
  expect(text).not.toContain(unbroken('stand on the scan alone'));
  expect(await faultsOf(form)).toEqual([]);

  const inForce = { state: 'AUTHENTIC', status: 'IN_FORCE' };
  expect(await verdictOf(app, sealed)).toMatchObject({ ...inForce, file: 'SIGNED' });
  const told = await verdictOf(app, inside);
  expect(told).toMatchObject({ ...inForce, file: 'SCAN_CHECKED', belongsTo: { sha256: sha256Hex(sealed) } });
  expect(told.explanation).toContain('the pages of a paper form that were checked and sealed');
  const withdrawn = { consentID, signing_order: 1, how: 'PHONE' as const, reason: 'No more' };
  await staff.call('recordWithdraw', withdrawn);
  expect(await verdictOf(app, inside)).toMatchObject({ state: 'AUTHENTIC', status: 'WITHDRAWN', file: 'SCAN_CHECKED' });
  await app.doJobs();
  const copy = await storedFile(app, staff, { consentID, kind: 'VIEW' });
  expect(sha256Hex(attachmentBytesOf(copy, 'scan.pdf'))).toBe(stored.sha256);
  expect(await faultsOf(form)).toEqual([]);
});

test.runIf(isPart)('a checked scan is PDF/A and PDF/UA, each page of the paper a picture with words', async () => {
  const { consentID } = await confirmed();
  const drawn: PdfDocument[] = [];
  const { render } = app.deps.pdf;
  app.deps.pdf.render = async (document) => {
    drawn.push(document);
    return render(document);
  };
  await app.doJobs();
  app.deps.pdf.render = render;
  const { attachment: _, ...pictured } = drawn.find(({ pagePictures }) => pagePictures !== undefined)!;
  expect(renderPdf(pictured, PdfStandard.UA_1).length).toBeGreaterThan(10_000);
  const [scan, stored] = [await checkedScan(consentID), await privateFile(app, staff, consentID, 'SCAN')];
  expect(await accessibleFaults(scan)).toEqual([]);
  expect(onPdf(scan, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(onPdf(scan, 'pdfinfo', '-meta', 'FILE')).toMatch(/pdfaid:part\W+3\b/);
  expect(onPdf(scan, 'pdfinfo', 'FILE')).toMatch(/Title: +Checked scan, Form 1, version 1, checked\n/);
  const pages = pagesOf(stored);
  expect(pagesOf(scan)).toBe(pages + 1);
  const alts = [...onPdf(scan, 'qpdf', '--json', 'FILE').matchAll(/"\/Alt": "u:(Page \d+ of the paper form[^"]*)"/g)].map(
    ([, alt]) => alt,
  );
  const paper = Array.from(
    { length: pages },
    (_, at) => `Page ${at + 1} of the paper form; its ticks are written in the sealed form`,
  );
  expect(alts.toSorted()).toEqual(paper);
  expect(onPdf(scan, 'pdfsig', '-nocert', 'FILE')).toContain('Signature is Valid');
});

test.runIf(isPart)(
  'a record as FHIR has the signed form and its pages, which are current only as the form is and of no consent’s type',
  async () => {
    const { patient } = (await staff.call('patientCreate', aPatient({ firstName: 'Ada', lastName: 'Demo-Paper' }))).data;
    const form = await confirmed(printed, { patientID: patient.id });
    await app.doJobs();
    const scan = await checkedScan(form.consentID);
    const rows = await documentsOf(form.consentID);
    const idOf = (kind: string) => rows.find((each) => each.kind === kind)!.id;
    const read = async () => {
      const bundle = await bundleReader(app, staff.token)(patient.id, 'DATA');
      expect(faultsOfBundle(fhirCheckers(), bundle)).toEqual([]);
      return resourcesIn(bundle, 'DocumentReference');
    };
    const [own, pages, ...others] = await read();
    expect([own.id, pages.id, others]).toEqual([idOf('SIGNED'), idOf('SCAN_CHECKED'), []]);
    expect([own.status, pages.status]).toEqual(['current', 'current']);
    expect(pages).toMatchObject({ type: { text: 'Checked scan' }, category: [{ text: 'Scan' }] });
    expect(pages.relatesTo).toEqual([{ code: 'appends', target: { reference: `urn:uuid:${own.id}` } }]);
    expect(Buffer.from(pages.content[0].attachment.data, 'base64').equals(scan)).toBe(true);
    await staff.call('recordWithdraw', { consentID: form.consentID, signing_order: 1, how: 'PHONE', reason: 'No more' });
    expect((await read()).map(({ status }) => status)).toEqual(['superseded', 'superseded']);
    await app.doJobs();
  },
);

test.runIf(isPart)('sealing twice stores one, and a server that stops between the two goes on', async () => {
  const form = await confirmed();
  const { consentID } = form;
  const { db } = app.database;
  // The drawing of the form fails once, when its scan is stored already.
  const { render } = app.deps.pdf;
  app.deps.pdf.render = async (document) => {
    if (document.scan !== undefined) throw new Error('stopped');
    return render(document);
  };
  await app.doJobs();
  app.deps.pdf.render = render;
  expect(await kindsOf(consentID)).toEqual(['SCAN', 'SCAN_CHECKED']);
  const [before] = (await documentsOf(consentID)).filter(({ kind }) => kind === 'SCAN_CHECKED');
  app.clock.advance(MINUTE);
  await app.doJobs();
  expect(await kindsOf(consentID)).toEqual(['SCAN', 'SCAN_CHECKED', 'SIGNED']);
  for (const _ of [1, 2]) {
    await db.updateTable('jobs').set({ state: 'DUE' }).where('dedup', '=', `seal:${consentID}`).execute();
    await app.doJobs();
  }
  expect((await documentsOf(consentID)).filter(({ kind }) => kind === 'SCAN_CHECKED')).toEqual([before]);
  expect(await faultsOf(form)).toEqual([]);
});

test.runIf(isPart)(
  'a form that a server of the build before has sealed without its scan stays, and the scan is sealed beside it',
  async () => {
    const form = await confirmed();
    const { consentID } = form;
    const { db } = app.database;
    await sealWithoutScan(consentID);
    expect(await kindsOf(consentID)).toEqual(['SCAN', 'SIGNED']);
    const sealed = await staff.download(consentID);
    await requeueSeals(app.deps);
    await app.doJobs();
    expect(await kindsOf(consentID)).toEqual(['SCAN', 'SCAN_CHECKED', 'SIGNED']);
    expect((await staff.download(consentID)).equals(sealed)).toBe(true);
    expect(await faultsOf(form)).toEqual([]);
    // Of one that was sealed before there were checked scans none is made.
    const old = await confirmed();
    await sealWithoutScan(old.consentID);
    await db.updateTable('consents').set({ scan_due_at: null }).where('id', '=', old.consentID).execute();
    await requeueSeals(app.deps);
    await app.doJobs();
    expect(await kindsOf(old.consentID)).toEqual(['SCAN', 'SIGNED']);
    const due = await db.selectFrom('consents').select('id').where('scan_due_at', 'is not', null).execute();
    expect(due).toEqual([]);
  },
);

test('a stored scan that was exchanged is sealed into nothing; after three tries its form is, without pages, and they stay owed', async () => {
  const form = await confirmed();
  const { db } = app.database;
  await db
    .updateTable('documents')
    // The form of somebody else, of as many pages.
    .set({ bytes: await printed((await sent(staff)).consentID) })
    .where('consent_id', '=', form.consentID)
    .execute();
  await app.doJobs();
  expect(await kindsOf(form.consentID)).toEqual(['SCAN']);
  for (const tries of [2, 3]) {
    app.clock.advance(10 * MINUTE);
    await app.doJobs();
    expect(await kindsOf(form.consentID), `${tries}`).toEqual(tries === 3 ? ['SCAN', 'SIGNED'] : ['SCAN']);
  }
  expect(onPdf(await staff.download(form.consentID), 'pdfdetach', '-list', 'FILE')).not.toContain('scan.pdf');
  const due = await db.selectFrom('consents').select('scan_due_at').where('id', '=', form.consentID).executeTakeFirstOrThrow();
  expect(due.scan_due_at).not.toBeNull();
  await db.updateTable('jobs').set({ state: 'DONE' }).where('dedup', '=', `seal:${form.consentID}`).execute();
});

test('a form that was not signed on paper has no checked scan', async () => {
  const { consentID } = await sent(staff);
  expect((await staff.refused('consentGetPrivateUrl', { consentID, kind: 'SCAN_CHECKED' })).status).toBe(404);
});

test.runIf(isPart)(
  'a scan that is too large in colour is sealed in grey at 150 dots per inch',
  async () => {
    const { consentID } = await confirmed();
    const { drawPage } = app.deps.scans;
    app.deps.scans.drawPage = async (drawing) => {
      const page = await drawPage(drawing);
      return page.ok && drawing.look === 'COLOUR' ? { ...page, jpeg: heavier(page.jpeg) } : page;
    };
    await app.doJobs();
    app.deps.scans.drawPage = drawPage;
    const scan = await checkedScan(consentID);
    expect(scan.length).toBeLessThan(CHECKED_SCAN_COLOUR_MOST);
    const pictures = onPdf(scan, 'pdfimages', '-list', 'FILE').trim().split('\n').slice(2);
    expect(pictures).toHaveLength(pagesOf(scan) - 1);
    for (const picture of pictures) expect(picture).toMatch(/ 1240 +1754 +\w+ +1 +8 +jpeg .* 1[5-9]\d +1[5-9]\d /);
    expect(await accessibleFaults(scan)).toEqual([]);
  },
  120_000,
);

/** A picture as it was, and as heavy as a page full of specks: half of the most in comments. */
function heavier(jpeg: Uint8Array): Uint8Array {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xff_ff - 2, ' ')]);
  const comments = Array.from({ length: CHECKED_SCAN_COLOUR_MOST / 2 / comment.length + 1 }, () => comment);
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}

function pagesOf(file: Buffer): number {
  return Number(/Pages: +(\d+)/.exec(onPdf(file, 'pdfinfo', 'FILE'))?.[1]);
}

/** How each file inside stands to the document, by name. */
function relationshipsOf(file: Buffer): string[] {
  const json = onPdf(file, 'qpdf', '--json', 'FILE');
  return [...json.matchAll(/"\/AFRelationship": "\/(\w+)"/g)].map(([, each]) => each!).toSorted();
}
