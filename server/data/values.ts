import pg from 'pg';

const { builtins } = pg.types;
const textArray = 1009;
const arrayOids = { int8: 1016, numeric: 1231, timestamptz: 1185, timestamp: 1115, date: 1182 } as const;

/**
 * How a column's text becomes a JavaScript value, the same on both databases [embedded database record]:
 * int8 and numeric a number, timestamptz `2026-08-06T14:05:00.000Z`, date `2026-08-06`, timestamp, time and
 * interval PostgreSQL's own text, json and jsonb parsed, bytea a Buffer, uuid and text a string, arrays of these an array.
 *
 * @throws RangeError while reading a number beyond `Number.MAX_SAFE_INTEGER`: cast such a column to text
 */
export const valueTypes = { getTypeParser } satisfies pg.CustomTypesConfig;

const asIs = (text: string): string => text;

const ours = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toNumber],
  [builtins.NUMERIC, toNumber],
  [builtins.TIMESTAMPTZ, toInstant],
  [builtins.TIMESTAMP, asIs],
  [builtins.DATE, asIs],
  [builtins.INTERVAL, asIs],
  [arrayOids.int8, arrayOf(toNumber)],
  [arrayOids.numeric, arrayOf(toNumber)],
  [arrayOids.timestamptz, arrayOf(toInstant)],
  [arrayOids.timestamp, arrayOf(asIs)],
  [arrayOids.date, arrayOf(asIs)],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return (format === 'binary' ? undefined : ours.get(oid)) ?? ofText(oid);
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && Math.abs(number) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError('A number from the database is too large to be exact: cast the column to text.');
  }
  return number;
}

/** PostgreSQL writes `2026-08-06 14:05:00.123456+00` in a session whose time zone is UTC. */
function toInstant(text: string): string {
  return ofUtc(text) ?? text;
}

/** A time of UTC as PostgreSQL writes it, in a column or in JSON, to the millisecond; undefined for any other text. */
function ofUtc(text: string): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\+00(?::00)?$/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z` : undefined;
}

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const each = (item: unknown): unknown => (Array.isArray(item) ? item.map(each) : typeof item === 'string' ? parse(item) : item);
  const split = ofText(textArray);
  return (text) => each(split(text));
}

function ofText(oid: number): (value: string) => unknown {
  // pg's types know one format at a time: text is asked for.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- pg's types name the built-in types only; at run time any number does
  return pg.types.getTypeParser(oid, 'text') as (value: string) => unknown;
}

/** A time inside JSON that the database built, `2026-08-06T14:05:00.123456+00:00`, as a column of the same time is read. */
export function instant(text: string): string {
  return ofUtc(text) ?? new Date(text).toISOString();
}
