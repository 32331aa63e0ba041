import { fromBER, Sequence } from 'asn1js';
import type { BaseBlock } from 'asn1js';

/**
 * The value at the beginning of some bytes, and its own length: what follows belongs to somebody else.
 *
 * @throws Error when they are no DER
 */
export function readDer(bytes: Uint8Array): { block: BaseBlock; length: number } {
  const { result, offset } = fromBER(bytes);
  if (offset < 0) throw new Error('not DER');
  return { block: result, length: offset };
}

/** The members of a constructed value. @throws Error for any other */
export function children(block: BaseBlock | undefined): BaseBlock[] {
  // Every constructed value of asn1js keeps its members here; its types say so only for each class apart.
  const value = (block as Sequence | undefined)?.valueBlock.value;
  if (!Array.isArray(value)) throw new Error('not a constructed value');
  return value;
}

/** One member of a constructed value. @throws Error where there is none */
export function child(block: BaseBlock | undefined, index: number): BaseBlock {
  const found = children(block)[index];
  if (!found) throw new Error('a value is missing');
  return found;
}

/** A value as it was read: tag, length, content. @throws Error where there is none */
export function rawOf(block: BaseBlock | undefined): Buffer {
  if (!block) throw new Error('a value is missing');
  return Buffer.from(block.valueBeforeDecodeView);
}

/** The content of a primitive value: what follows its tag and length. */
export function valueOf(block: BaseBlock | undefined): Uint8Array {
  const raw = rawOf(block);
  return raw.subarray(raw.length - (block?.lenBlock.length ?? 0));
}

/** Whether a value carries this number as a context-specific tag. */
export function isTagged(block: BaseBlock | undefined, number: number): boolean {
  return block?.idBlock.tagClass === 3 && block.idBlock.tagNumber === number;
}
