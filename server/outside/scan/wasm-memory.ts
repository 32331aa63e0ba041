/** Memory that one WebAssembly module may take: the largest picture and its copies, bytes. */
const MEMORY_MOST = 512 * 1024 * 1024;
/** The unit in which such memory grows, bytes. */
const WASM_PAGE_BYTES = 65_536;

type Memory = { readonly buffer: ArrayBuffer; grow: (this: Memory, pages: number) => number };
declare const WebAssembly: { readonly Memory: { readonly prototype: Memory } };

/** Limits the memory of all modules of this thread, which the limits of a thread do not count. A module that needs more fails. */
export function limitWasmMemory(): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function growWithin(this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MEMORY_MOST)
      throw new RangeError('The memory of this module is full.');
    return grow.call(this, pages);
  };
}
