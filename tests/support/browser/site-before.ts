import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before the server that forwards everything; it can replace the service worker with another build's. */
export type SiteBefore = {
  /** The origin that browsers open instead of the server's own. */
  readonly origin: string;
  /** From now on the worker is another one, as after a deployment. */
  deploy(): void;
  close(): Promise<void>;
};

export async function openSiteBefore(server: string): Promise<SiteBefore> {
  const target = new URL(server);
  let builds = 0;
  const site = http.createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    // The worker is requested uncompressed, so that text can be appended to it.
    const headers = { ...request.headers, ...(isWorker ? { 'accept-encoding': 'identity', 'if-none-match': '' } : {}) };
    const { method, url } = request;
    const onward = http.request({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
      if (!isWorker || builds === 0) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response, { end: false });
      answer.on('end', () => response.end(`\n// build ${builds}`));
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  // A server listening on a port has an AddressInfo, never a pipe's name.
  const { port } = site.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    deploy: () => {
      builds += 1;
    },
    close: async () => {
      site.closeAllConnections();
      await new Promise((done) => site.close(done));
    },
  };
}
