import type { Log, LogFields } from '#server/deps.ts';

/** One JSON line for each event, with the allowed fields only. @param write - where the lines go */
export function openLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`);
  return { info: line('info'), warn: line('warn'), error: line('error') };
}
