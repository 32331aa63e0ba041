import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openCluster, proveDurable } from './cluster.ts';
import { ensureCluster } from './first-start.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

// The entry of the worker thread that holds the embedded database: PGlite works synchronously, which the server's thread cannot bear.
const server = parentPort;
if (!server) throw new Error('This file is the database worker: the server starts it.');

const say = (message: FromWorker, handOver: ArrayBuffer[] = []): void => server.postMessage(message, handOver);
// The server is the only one that starts this worker, and it passes this.
const { dataDir } = workerData as WorkerStart;

try {
  const folder = await ensureCluster(dataDir);
  const cluster = await openCluster(folder);
  await proveDurable(cluster);
  const { pg } = cluster;
  let last: Promise<void> = Promise.resolve();
  /** One after another: a second message must not start while the engine is in the first. */
  const inTurn = (job: () => Promise<void>): void => {
    last = last.then(job).catch(fail);
  };
  const stopHousekeeping = startHousekeeping(cluster, inTurn);

  server.on('message', (message: ToWorker) => {
    if (message.kind === 'exchange') {
      inTurn(async () => {
        const pieces: Uint8Array[] = [];
        await pg.execProtocolRawStream(message.bytes, { onRawData: (piece) => pieces.push(piece.slice()) });
        const bytes = Uint8Array.from(Buffer.concat(pieces));
        say({ kind: 'answer', id: message.id, bytes }, [bytes.buffer]);
      });
    } else if (message.kind === 'copy') {
      inTurn(async () => copy(message));
    } else {
      stopHousekeeping();
      inTurn(async () => {
        await pg.close();
        server.close();
      });
    }
  });
  say({ kind: 'open' });

  /** Nothing writes meanwhile, so the copy is what a crash would leave now: PostgreSQL's log brings it to its last commit. */
  function copy({ id, folder: to }: Extract<ToWorker, { kind: 'copy' }>): void {
    try {
      fs.cpSync(folder, path.join(to, path.basename(folder)), { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
      say({ kind: 'answer', id, bytes: new Uint8Array() });
    } catch (error) {
      say({ kind: 'notCopied', id, message: error instanceof Error ? error.message : String(error) });
    }
  }
} catch (error) {
  const reason = error instanceof Error ? error : new Error(String(error));
  say({ kind: 'refused', name: reason.name, message: reason.message });
  server.close();
}

/** After an error inside the engine its state is unknown: this thread ends, and the server opens another. */
function fail(error: unknown): void {
  say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
  server?.close();
  process.exit(1);
}
