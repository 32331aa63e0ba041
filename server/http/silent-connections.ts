import type { Server } from 'node:http';

/**
 * Ends connections that have not said a byte when the time for headers is over: not every version of Node counts from the connection.
 *
 * @param most - ms
 */
export function endSilentConnections(server: Server, most: number): void {
  server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      // Read first: something may have come while this process was busy.
      setImmediate(() => {
        if (socket.bytesRead === 0) socket.destroy();
      });
    }, most).unref();
    socket.once('close', () => clearTimeout(timer));
  });
}
