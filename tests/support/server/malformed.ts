import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import * as v from 'valibot';
import type { Call } from '#contract/engine/define.ts';
import { formOf, rawRequest } from './requests.ts';

/** Part of every malformed value: a response that contains it has quoted the input. */
export const CANARY = 'CanaryZQ7f3a';

type About = { token?: string | undefined; input: Record<string, unknown> };

/** Malformed requests of one writing call: none of them fits the call's schema. */
export function malformedWrites(entry: Call, { token, input }: About): fc.Arbitrary<InjectOptions> {
  if (entry.body !== 'json') return malformedForms(entry, token);
  const request = (payload: string, type = 'application/json'): InjectOptions => ({
    ...rawRequest(entry, { token, input: {} }),
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), 'content-type': type },
    payload,
  });
  const body = JSON.stringify(input);
  const wrongObjects = fc
    .oneof(
      oneFieldBroken(input),
      fc.tuple(fc.constantFrom(...Object.keys(input)), junk).map(([name, value]) => ({ ...input, [name]: { [name]: value } })),
      fc
        .constantFrom(...Object.keys(input))
        .map((name) => Object.fromEntries(Object.entries(input).filter(([each]) => each !== name))),
      junk.map((value) => ({ ...input, wings: value })),
      fc
        .tuple(fc.constantFrom('constructor', 'toString', 'hasOwnProperty', '$where', 'organisationID'), junk)
        .map(([name, value]) => ({ ...input, [name]: value })),
    )
    // As it arrives: JSON has no NaN.
    .filter((wrong) => !v.safeParse(entry.input, JSON.parse(JSON.stringify(wrong))).success);
  return fc.oneof(
    { weight: 12, arbitrary: wrongObjects.map((wrong) => request(JSON.stringify(wrong))) },
    { weight: 2, arbitrary: fc.oneof(fc.array(junk), fc.constant([input])).map((list) => request(JSON.stringify(list))) },
    { weight: 1, arbitrary: fc.constantFrom('7', 'true', `"${CANARY}"`, '""').map((scalar) => request(scalar)) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: Math.max(1, body.length - 1) }).map((at) => request(body.slice(0, at))) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('{', '{"a":}', `${body}${CANARY}`, `{"__proto__":{"a":"${CANARY}"}}`, '\u0000', '{"a":"\u0001"}')
        .map((text) => request(text)),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...Object.keys(input))
        .map((name) => request(`{"${name}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'text/xml',
          'application/x-www-form-urlencoded',
          'application/octet-stream',
          'multipart/form-data; boundary=xx',
        )
        .map((type) => request(`${body}${CANARY}`, type)),
    },
  );
}

/** Malformed and merely unusual queries of one reading call. */
export function strangeReads(entry: Call, { token, input }: About): fc.Arbitrary<InjectOptions> {
  const plain = rawRequest(entry, { token, input });
  const url = String(plain.url);
  const names = [...new Set([...Object.keys(input), 'page', 'limit', 'search', 'status', 'id'])];
  const text = fc.oneof(
    junkText,
    junk.map((value) => JSON.stringify(value) ?? ''),
  );
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), text)
      .map(([name, value]) => rawRequest(entry, { token, input: { ...input, [name]: value } })),
    fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom(
          '=%',
          '=%zz',
          '=%ff%fe',
          '=%00',
          '[]=1',
          '[a]=1',
          '=1&%=2',
          '=&&&===',
          `=${'9'.repeat(400)}`,
          '=-1',
          '=1e9',
          '=%F0%9F%98%80',
        ),
      )
      .map(([name, tail]) => ({ ...plain, url: `${url}${url.includes('?') ? '&' : '?'}${name}${tail}&x=${CANARY}` })),
    fc.constantFrom(...names).map((name) => ({ ...plain, url: `${url}&${name}=${CANARY}&${name}=${CANARY}` })),
  );
}

function oneFieldBroken(input: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.tuple(fc.constantFrom(...Object.keys(input)), junk).map(([name, value]) => ({ ...input, [name]: value }));
}

const junkText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `${text}${CANARY}`),
  fc
    .constantFrom('\u0000', '\u0007', '\ud800', '\udfff\ud800', '\u202e', '\u2028', '\ufffe', '\ue000', '👩‍👩‍👧')
    .map((odd) => `${CANARY}${odd}`),
  fc
    .constantFrom(
      "' or 1=1 --",
      '%_\\',
      '../../etc/passwd',
      '<script>alert(1)</script>',
      '${7*7}',
      '{{7*7}}',
      'NaN',
      '-0',
      '1e999',
    )
    .map((odd) => `${odd}${CANARY}`),
  fc.integer({ min: 300, max: 300_000 }).map((length) => CANARY.padEnd(length, 'x')),
);

const { junk } = fc.letrec<{ junk: unknown }>((tie) => ({
  junk: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    junkText,
    fc.constant(null),
    fc.boolean(),
    fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1, 0, 1.5, 2 ** 53, -(2 ** 31), 1e308)),
    fc.array(tie('junk'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('id', 'name', 'procedureID', 'x', 'y', 't', 'type', '$ne', 'length', 'toJSON'), tie('junk'), {
      maxKeys: 5,
    }),
    fc.integer({ min: 200, max: 3000 }).map((length) => Array.from({ length }, () => ({ x: CANARY }))),
  ),
}));

function malformedForms(entry: Call, token: string | undefined): fc.Arbitrary<InjectOptions> {
  const plain = rawRequest(entry, { token, input: {} });
  const whole = formOf(CANARY);
  const request = (payload: string, type = 'multipart/form-data; boundary=xx'): InjectOptions => ({
    ...plain,
    headers: { ...plain.headers, 'content-type': type },
    payload,
  });
  const field = (name: string) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${CANARY}\r\n`;
  return fc.oneof(
    fc.integer({ min: 0, max: whole.length - 10 }).map((at) => request(whole.slice(0, at))),
    fc
      .constantFrom('document', 'File', '', '__proto__', 'constructor', 'a'.repeat(5000))
      .map((name) => request(formOf(CANARY, { field: name }))),
    fc.constantFrom('a', '__proto__', 'file', 'b'.repeat(5000)).map((name) => request(field(name) + whole)),
    fc.integer({ min: 2, max: 40 }).map((many) => request(field('a').repeat(many) + whole)),
    fc
      .constantFrom(
        'application/json',
        'multipart/form-data',
        'multipart/form-data; boundary=other',
        'multipart/mixed; boundary=xx',
        'text/plain',
        'application/pdf',
      )
      .map((type) => request(whole, type)),
    fc.string({ unit: 'binary', maxLength: 400 }).map((text) => request(text)),
  );
}
