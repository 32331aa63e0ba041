import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DatabaseUnusable } from '#server/data/open/errors.ts';

type InitOptions = Parameters<NodeFS['init']>[1];
type Module = PGlite['Module'];

/** The parts of Emscripten's NODEFS that are hooked; they are internals, which is why @electric-sql/pglite is pinned exactly. */
type NodeFileLayer = {
  stream_ops: { fsync?: (stream: OpenFile) => number };
  node_ops: { rename: (...args: readonly unknown[]) => void };
  realPath: (node: unknown) => string;
};
type OpenFile = { nfd?: number; node: unknown };

const ioError = 29;

/**
 * PGlite's folder on disk, with the fsync that its file layer lacks (0.5.16): what PostgreSQL believes to be on disk is on disk.
 *
 * Its rename needs no help: in this version it is one rename(2), which is atomic.
 */
export class DurableNodeFS extends NodeFS {
  /** How often PostgreSQL asked for fsync and got it. */
  fsyncs = 0;

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun?.push((module) => this.#hook(module));
    return result;
  }

  #hook(module: Module): void {
    const layer: unknown = module.NODEFS;
    if (!isNodeFileLayer(layer)) {
      throw new DatabaseUnusable(
        'The embedded database has changed inside and cannot be made durable. Install the pinned version.',
      );
    }
    const { stream_ops: streams, realPath } = layer;
    streams.fsync = (file) => {
      try {
        syncOpenFile(file.nfd, () => realPath(file.node));
      } catch {
        // PostgreSQL must hear of it in its own terms: it then stops rather than believe in data that is not there.
        throw new module.FS.ErrnoError(ioError);
      }
      this.fsyncs += 1;
      return 0;
    };
  }
}

/** Emscripten's types describe a file system type only by its mount function. */
function isNodeFileLayer(layer: unknown): layer is NodeFileLayer {
  if (!isObject(layer) || !isObject(layer['stream_ops']) || !isObject(layer['node_ops'])) return false;
  return typeof layer['node_ops']['rename'] === 'function' && typeof layer['realPath'] === 'function';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A directory has no file of its own open here, so it is opened for the moment. */
function syncOpenFile(open: number | undefined, path: () => string): void {
  if (open !== undefined) return fs.fsyncSync(open);
  const file = fs.openSync(path(), 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
