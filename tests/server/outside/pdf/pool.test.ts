import { afterEach, beforeAll, expect, test } from 'vitest';
import { openPdfInProcess } from '#tests/support/files/in-process-pdf.ts';
import { PdfNotDrawn } from '#server/outside/pdf/pdf-not-drawn.ts';
import { openPdfPool, type Pdf } from '#server/outside/pdf/pool.ts';
import { Busy } from '#server/outside/work-thread.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';
import { textOf } from './pdf-tools.ts';
import { demoDocument } from './demo-document.ts';

let built: TestBuild;
const opened: Pdf[] = [];

beforeAll(async () => {
  built = await buildForTests({ 'crashing-worker': 'tests/server/outside/pdf/crashing-worker.ts' });
  return () => built.remove();
}, 60_000);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pdf) => pdf.close()));
});

function openThread(maxQueued = 10, timeoutMs = 20_000): Pdf {
  const pdf = openPdfPool({ workerUrl: built.url('crashing-worker'), maxQueued, timeoutMs });
  opened.push(pdf);
  return pdf;
}

test('the bundled thread draws the same bytes as the calling thread', async () => {
  const threaded = await openThread().render(demoDocument());
  const direct = await openPdfInProcess().render(demoDocument());
  expect(Buffer.from(threaded).equals(direct)).toBe(true);
});

test('documents asked for at once are each answered with their own', async () => {
  const pdf = openThread();
  const titles = ['One', 'Two', 'Three', 'Four'];
  const drawn = await Promise.all(titles.map((title) => pdf.render(demoDocument({ title }))));
  const alone = await Promise.all(titles.map((title) => openPdfInProcess().render(demoDocument({ title }))));
  expect(drawn.map((bytes, index) => Buffer.from(bytes).equals(alone[index] ?? Buffer.alloc(0)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('more documents than may wait are refused at once, and the waiting ones are still drawn', async () => {
  const pdf = openThread(2);
  const accepted = [pdf.render(demoDocument()), pdf.render(demoDocument())];
  await expect(pdf.render(demoDocument())).rejects.toThrow(Busy);
  const sizes = (await Promise.all(accepted)).map(({ length }) => length > 10_000);
  expect(sizes).toEqual([true, true]);
  await expect(pdf.render(demoDocument())).resolves.toBeInstanceOf(Uint8Array);
});

test('a thread that dies fails its own document only; the waiting one is drawn by its successor', async () => {
  const pdf = openThread();
  const lost = pdf.render(demoDocument({ title: 'CRASH' }));
  const waiting = pdf.render(demoDocument());
  await expect(lost).rejects.toThrow(PdfNotDrawn);
  await expect(waiting).resolves.toBeInstanceOf(Uint8Array);
});

test('a document that never ends loses its thread, and the next one is drawn', async () => {
  const pdf = openThread(10, 6000);
  const endless = pdf.render(demoDocument({ title: 'HANG' }));
  const waiting = pdf.render(demoDocument());
  await expect(endless).rejects.toThrow(PdfNotDrawn);
  await expect(waiting).resolves.toBeInstanceOf(Uint8Array);
});

test('letters without a font stop nothing, through the thread too', async () => {
  const document = demoDocument({ subject: 'x', blocks: [{ kind: 'heading', level: 2, text: 'Hello ᚠᚢ' }] });
  for (const pdf of [openThread(), openPdfInProcess()])
    expect(textOf(await pdf.render(document))).toContain('Hello [words in another script: in the attached record]');
});

test('closing refuses what still waits and what comes after', async () => {
  const pdf = openThread();
  const unfinished = [pdf.render(demoDocument()), pdf.render(demoDocument())];
  const outcomes = Promise.allSettled(unfinished);
  await pdf.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(pdf.render(demoDocument())).rejects.toThrow(PdfNotDrawn);
});
