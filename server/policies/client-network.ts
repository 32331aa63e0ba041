import { isIPv6 } from 'node:net';
import { sha256Hex } from '#server/sha256.ts';

const BROWSERS = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*Safari\//],
] as const;
const SYSTEMS = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser in words for a person, as in "Firefox on Windows"; no text of the User-Agent header is in them. */
export function agentWords(agent: string): string {
  const [browser] = BROWSERS.find(([, mark]) => mark.test(agent)) ?? [undefined];
  const [system] = SYSTEMS.find(([, mark]) => mark.test(agent)) ?? [undefined];
  if (browser === undefined) return system === undefined ? 'another program' : `a browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The network that limits count for: an IPv4 address, or the first 64 bits of an IPv6 one, which one household shares. */
export function networkOf(address: string): string {
  return prefixOf(address, { dotted: 4, groups: 4 });
}

/** The hash that distinguishes the locations of sign-ins: browser, system, and the prefix of the network address. */
export function locationHash(userId: string, { address, agent }: { address: string; agent: string }): string {
  const location = `${userId} ${agentWords(agent)} ${prefixOf(address, { dotted: 3, groups: 3 })}`;
  return sha256Hex(location);
}

/** @param most - bytes of an IPv4 address and groups of an IPv6 one in the prefix */
function prefixOf(address: string, most: { dotted: number; groups: number }): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain.split('.').slice(0, most.dotted).join('.');
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, most.groups).join(':');
}
