/** An operator of a page's content with its operands, and its place in the content (characters, one a byte). */
export type Operation = {
  readonly name: string;
  readonly operands: readonly string[];
  readonly start: number;
  readonly end: number;
};

const SPACE = /[\s\0]*(?:%[^\r\n]*[\s\0]*)*/y;
const ATOM = /[^\s\0()<>[\]{}/%]+/y;
const NAME = /\/[^\s\0()<>[\]{}/%]*/y;
const HEX = /<[\da-fA-F\s]*>/y;
/** Numbers and keywords that are operands. */
const OPERAND = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)|true|false|null)$/;

/**
 * Reads the operations of a page's content (ISO 32000-1, 7.8.2). Inline images are not read: no page of ours has any.
 *
 * @param content - bytes as latin1
 * @throws Error for content that is not well formed
 */
export function operationsOf(content: string): Operation[] {
  const found: Operation[] = [];
  let operands: string[] = [];
  let start = -1;
  let at = 0;
  for (;;) {
    at = endOf(SPACE, content, at) ?? at;
    if (at >= content.length) return found;
    if (start < 0) start = at;
    const end = operandEnd(content, at);
    const token = content.slice(at, end);
    at = end;
    if (/^[<([/]/.test(token) || OPERAND.test(token)) {
      operands.push(token);
      continue;
    }
    found.push({ name: token, operands, start, end });
    [operands, start] = [[], -1];
  }
}

/** The bytes of the strings in an operand: a string, or a list of strings and numbers. */
export function bytesIn(operand: string): number[] {
  if (operand.startsWith('<')) return hexBytes(operand);
  if (operand.startsWith('(')) return literalBytes(operand);
  const bytes: number[] = [];
  for (let at = 1; at < operand.length - 1;) {
    const end = /[<(]/.test(operand.charAt(at)) ? operandEnd(operand, at) : at + 1;
    if (end > at + 1) bytes.push(...bytesIn(operand.slice(at, end)));
    at = end;
  }
  return bytes;
}

function operandEnd(content: string, at: number): number {
  const first = content.charAt(at);
  if (first === '(') return literalEnd(content, at);
  if (first === '[') return nestedEnd(content, at, ']');
  if (content.startsWith('<<', at)) return nestedEnd(content, at, '>>');
  const end = endOf(first === '<' ? HEX : first === '/' ? NAME : ATOM, content, at);
  if (end === undefined) throw new Error('The content of a page is not well formed.');
  return end;
}

/** The end of a list or a dictionary. */
function nestedEnd(content: string, at: number, closing: ']' | '>>'): number {
  let next = at + closing.length;
  while (next < content.length) {
    next = endOf(SPACE, content, next) ?? next;
    if (content.startsWith(closing, next)) return next + closing.length;
    next = operandEnd(content, next);
  }
  throw new Error('The content of a page is not well formed.');
}

function literalEnd(content: string, at: number): number {
  let depth = 0;
  for (let next = at; next < content.length; next++) {
    const each = content.charAt(next);
    if (each === '\\') next += 1;
    else if (each === '(') depth += 1;
    else if (each === ')' && --depth === 0) return next + 1;
  }
  throw new Error('The content of a page is not well formed.');
}

function endOf(pattern: RegExp, content: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(content) ? pattern.lastIndex : undefined;
}

function hexBytes(operand: string): number[] {
  const digits = operand.replaceAll(/[^\da-fA-F]/g, '');
  return Array.from({ length: Math.ceil(digits.length / 2) }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2).padEnd(2, '0'), 16),
  );
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

function literalBytes(operand: string): number[] {
  const bytes: number[] = [];
  for (let at = 1; at < operand.length - 1; at++) {
    const each = operand.charAt(at);
    if (each !== '\\') {
      bytes.push(each.charCodeAt(0));
      continue;
    }
    const octal = /^[0-7]{1,3}/.exec(operand.slice(at + 1, at + 4))?.[0];
    const next = operand.charAt(at + 1);
    at += octal?.length ?? 1;
    // A line break behind the sign goes on with the line before.
    if (octal === undefined && (next === '\r' || next === '\n')) continue;
    bytes.push(octal === undefined ? (ESCAPES[next] ?? next.charCodeAt(0)) : Number.parseInt(octal, 8) % 256);
  }
  return bytes;
}
