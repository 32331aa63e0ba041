import { NO_BASIS, needsBasis, withBasis, type Basis } from '#src/editing/figure-basis.ts';
import { hasInk } from '#domain/values/ink.ts';
import { Risk } from '#domain/library/procedure-parts.ts';
import * as v from 'valibot';

/** A personal risk as form input. */
export type OwnRiskText = {
  readonly name: string;
  readonly text: string;
  readonly num: string;
  readonly den: string;
  readonly basis: Basis | null;
  readonly source: string;
};

type Made =
  | { readonly ok: true; readonly risk: Risk }
  | { readonly ok: false; readonly faults: ReadonlyMap<keyof OwnRiskText, string> };

/** Parses a risk, or returns its problems. Without a figure the frequency is stated as not available. */
export function ownRisk({ name, text, num, den, basis, source }: OwnRiskText): Made {
  const figure = hasInk(num) || hasInk(den) ? { num: count(num), den: count(den) } : null;
  const isUnsaid = figure !== null && needsBasis(figure) && basis === null;
  const parsed = v.safeParse(Risk, {
    name,
    text,
    frequency: figure === null ? null : withBasis(figure, basis),
    source: hasInk(source) ? source : null,
    core: false,
  });
  if (parsed.success && !isUnsaid) return { ok: true, risk: parsed.output };
  const faults = (parsed.issues ?? []).map((issue) => [fieldOf(v.getDotPath(issue) ?? ''), issue.message] as const);
  return { ok: false, faults: new Map([...faults, ...(isUnsaid ? [['basis', NO_BASIS] as const] : [])]) };
}

// Thousands may be typed with commas or spaces; input that is no number is left to the schema to refuse.
function count(text: string): number {
  const digits = text.replaceAll(/[\s,]/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}

function fieldOf(path: string): keyof OwnRiskText {
  if (path === 'frequency.den') return 'den';
  if (path.startsWith('frequency')) return 'num';
  return path === 'text' ? 'text' : path === 'source' ? 'source' : 'name';
}
