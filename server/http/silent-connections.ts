import type { Server } from 'node:http';

/**
 * Ends connections that have not said a byte when the time for headers is over: Node begins to count with the first byte.
 *
 * @param most - ms
 */
export function endSilentConnections(server: Server, most: number): void {
  server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, most).unref();
    socket.once('close', () => clearTimeout(timer));
  });
}
