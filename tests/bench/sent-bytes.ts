import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';

/** The answer to a GET, and the bytes of its body as they were sent: compressed with brotli where the server does. */
export async function sentBytes(address: URL, token: string): Promise<{ bytes: number; body: unknown }> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
    http.get(address, { headers }, resolve).on('error', reject);
  });
  const sent = await buffer(response);
  const text = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(sent) : sent;
  return { bytes: sent.byteLength, body: JSON.parse(text.toString()) };
}
