import type { PdfEntry, PdfValue } from './pdf-values.ts';
import { RefusedScan } from '#server/outside/scan/refused-scan.ts';

/** Arrays and dictionaries within one another: far more than a scan has. */
const PDF_DEPTH_MOST = 50;
/** Values of a file: a scan of 50 pages has a few thousand. */
const VALUES_MOST = 1_000_000;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const isRegular = (byte: number | undefined): byte is number => byte !== undefined && !SPACE.has(byte) && !DELIMITERS.has(byte);
const GREATER = 0x3e;
const BACKSLASH = 0x5c;

/** Work that the readers of one file share: a file whose objects are written into one another is not read a thousand times over. */
export class ReadingBudget {
  #bytes: number;
  #values = VALUES_MOST;

  constructor(fileBytes: number) {
    this.#bytes = 8 * fileBytes + 65_536;
  }

  /** @throws RefusedScan when more was read than any good file needs */
  spend(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw new RefusedScan('TOO_SLOW');
  }

  countValue(): void {
    this.#values -= 1;
    if (this.#values < 0) throw new RefusedScan('TOO_SLOW');
  }
}

/** Thrown for bytes that are no value. */
export class PdfSyntaxError extends Error {
  override name = 'PdfSyntaxError';
}

/** Reads the values of a PDF's syntax, one after another, from a place in its bytes. */
export class PdfReader {
  readonly #bytes: Buffer;
  readonly #budget: ReadingBudget;
  at: number;

  constructor(bytes: Buffer, budget: ReadingBudget, at = 0) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.at = at;
  }

  /** @throws PdfSyntaxError */
  value(depth = 0): PdfValue {
    if (depth > PDF_DEPTH_MOST) throw new RefusedScan('TOO_SLOW');
    this.#budget.countValue();
    this.skipSpace();
    return this.#valueHere(depth);
  }

  skipSpace(): void {
    const from = this.at;
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === 0x25) while (this.at < this.#bytes.length && !this.#isLineEnd(this.at)) this.at += 1;
      else if (byte !== undefined && SPACE.has(byte)) this.at += 1;
      else break;
    }
    this.#budget.spend(this.at - from);
  }

  /** Whether a dictionary or an array comes next. */
  startsContainer(): boolean {
    this.skipSpace();
    const next = this.#bytes.toString('latin1', this.at, this.at + 2);
    return next === '<<' || next.startsWith('[');
  }

  /** Whether the word stands next; it is passed over if so. */
  passes(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (this.#bytes[this.at + index] !== word.charCodeAt(index)) return false;
    }
    this.at += word.length;
    return true;
  }

  #isLineEnd(at: number): boolean {
    return this.#bytes[at] === 10 || this.#bytes[at] === 13;
  }

  #valueHere(depth: number): PdfValue {
    if (this.passes('/')) return { kind: 'name', name: this.#name() };
    if (this.passes('(')) return { kind: 'string', bytes: this.#string() };
    if (this.passes('<<')) return { kind: 'dictionary', entries: this.#entries(depth) };
    if (this.passes('<')) return { kind: 'string', bytes: this.#hexString() };
    if (this.passes('[')) return { kind: 'array', items: this.#items(depth) };
    return this.#word();
  }

  #regular(): string {
    const from = this.at;
    while (isRegular(this.#bytes[this.at])) this.at += 1;
    this.#budget.spend(this.at - from);
    return this.#bytes.toString('latin1', from, this.at);
  }

  #name(): string {
    return this.#regular().replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  #word(): PdfValue {
    const word = this.#regular();
    if (word === '') throw new PdfSyntaxError();
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return { kind: 'keyword', word };
    const after = this.at;
    if (/^\d{1,10}$/.test(word)) {
      this.skipSpace();
      const generation = this.#regular();
      this.skipSpace();
      if (/^\d{1,5}$/.test(generation) && this.#regular() === 'R') return { kind: 'ref', object: Number(word) };
      this.at = after;
    }
    return { kind: 'number', value: Number(word) };
  }

  #string(): Buffer {
    const bytes: number[] = [];
    for (let open = 1; ; this.at += 1) {
      const byte = this.#bytes[this.at];
      this.#budget.spend(1);
      if (byte === undefined) throw new PdfSyntaxError();
      if (byte === 0x28) open += 1;
      if (byte === 0x29 && --open === 0) break;
      if (byte === BACKSLASH) this.#escape(bytes);
      else bytes.push(byte);
    }
    this.at += 1;
    return Buffer.from(bytes);
  }

  /** Reads the escape at a backslash and stays at its last byte. */
  #escape(bytes: number[]): void {
    const [octal] = /^[0-7]{1,3}/.exec(this.#bytes.toString('latin1', this.at + 1, this.at + 4)) ?? [];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8) & 0xff);
      this.at += octal.length;
      return;
    }
    this.at += 1;
    const byte = this.#bytes[this.at];
    if (byte === 13 && this.#bytes[this.at + 1] === 10) this.at += 1;
    if (byte !== undefined && !this.#isLineEnd(this.at)) bytes.push(byte);
  }

  #hexString(): Buffer {
    const end = this.#bytes.indexOf(GREATER, this.at);
    this.#budget.spend((end < 0 ? this.#bytes.length : end) - this.at);
    if (end < 0) throw new PdfSyntaxError();
    const hex = this.#bytes.toString('latin1', this.at, end).replaceAll(/[\s\0]/g, '');
    if (!/^[0-9a-f]*$/i.test(hex)) throw new PdfSyntaxError();
    this.at = end + 1;
    return Buffer.from(hex.length % 2 ? `${hex}0` : hex, 'hex');
  }

  #items(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.passes(']')) return items;
      items.push(this.value(depth + 1));
    }
  }

  #entries(depth: number): PdfEntry[] {
    const entries: PdfEntry[] = [];
    for (;;) {
      this.skipSpace();
      if (this.passes('>>')) return entries;
      if (!this.passes('/')) throw new PdfSyntaxError();
      entries.push([this.#name(), this.value(depth + 1)]);
    }
  }
}
