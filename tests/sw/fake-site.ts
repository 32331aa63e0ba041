import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build } from 'vite';

/** One build of the product as far as the worker can tell: two pages and one hashed file, each saying its build. */
export type Site = {
  readonly origin: string;
  /** "GET /api/ping" and so on, in order: what reached the server. */
  readonly asked: string[];
  /** Puts another build in the place of this one; its files are gone from the server then. */
  deploy(name: string): Promise<void>;
  /** Answers nothing any more, as a server that cannot be reached. */
  goDown(): void;
  comeBack(): void;
  /** Answers everything with a page of its own, as a network that wants a sign-in does, or no longer. */
  takeOver(is: boolean): void;
  close(): Promise<void>;
};

export async function startSite(firstBuild: string): Promise<Site> {
  let files = await filesOf(firstBuild);
  let isDown = false;
  let isTakenOver = false;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    asked.push(`${request.method} ${path}`);
    if (isDown) {
      request.socket.destroy();
      return;
    }
    if (isTakenOver) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Guest network</title>');
      return;
    }
    const file = path.startsWith('/api/') ? { type: 'application/json', body: '{"app":"consent"}' } : files.get(path);
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? 'not found');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Listening on a port gives an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    asked,
    async deploy(name) {
      files = await filesOf(name);
    },
    goDown() {
      isDown = true;
    },
    comeBack() {
      isDown = false;
    },
    takeOver(is) {
      isTakenOver = is;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type File = { readonly type: string; readonly body: string };

async function filesOf(name: string): Promise<ReadonlyMap<string, File>> {
  const lazy = `assets/lazy-${name}.js`;
  const page = (title: string) => ({
    type: 'text/html',
    body: `<!doctype html><title>${title} ${name}</title><script src="/${lazy}"></script>`,
  });
  const entries = [
    { url: 'index.html', revision: name },
    { url: 'sign.html', revision: name },
    { url: 'unsupportedbrowser.html', revision: name },
    { url: lazy, revision: null },
  ];
  return new Map<string, File>([
    ['/', page('staff')],
    ['/index.html', page('staff')],
    ['/sign.html', page('patient')],
    ['/unsupportedbrowser.html', page('old browser')],
    [`/${lazy}`, { type: 'text/javascript', body: `// lazy ${name}` }],
    ['/sw.js', { type: 'text/javascript', body: await workerWith(entries) }],
  ]);
}

/** The product's worker, bundled as the product bundles it, with a precache list of our own. */
async function workerWith(entries: readonly object[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: resolve(import.meta.dirname, '../../sw'),
    define: { 'self.__WB_MANIFEST': JSON.stringify(entries), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, '../../sw/sw.ts'), formats: ['iife'], name: 'worker', fileName: 'sw' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk === undefined) throw new Error('The worker was not built');
  return chunk.code;
}
