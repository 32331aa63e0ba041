/** A log line holds these fields and no others: never a name, a number or a word of a patient. */
export type LogFields = {
  call?: string;
  status?: number;
  ms?: number;
  requestId?: string;
  error?: string;
  job?: string;
  attempts?: number;
  detail?: string;
  count?: number;
};
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** One JSON line for each event, with the allowed fields only. @param write - where the lines go */
export function openLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`);
  return { info: line('info'), warn: line('warn'), error: line('error') };
}
