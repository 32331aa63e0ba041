/**
 * A UUID of version 7 (RFC 9562): sorts by the time it was made.
 *
 * @param now - epoch ms
 * @param random - at least 10 random bytes
 */
export function uuidv7(now: number, random: Uint8Array): string {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  const bytes = [...random.subarray(0, 10)].map((byte, at) =>
    at === 0 ? (byte & 0x0f) | 0x70 : at === 2 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = time + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
