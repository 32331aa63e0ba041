/** An object of a file that nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for anything else. */
export function objectIn(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The objects of a list; none for anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

/** A text or a number as text; empty for anything else. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

/** The deepest nesting of a JSON text; brackets inside its texts do not count. */
export function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === BRACE || code === BRACKET) deepest = Math.max(deepest, (depth += 1));
    else if (code === BRACE_END || code === BRACKET_END) depth -= 1;
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
