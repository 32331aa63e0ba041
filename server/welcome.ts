import { durationWords } from '#domain/base/duration-words.ts';
import { AUTHORISATION_CODE_LIFE } from '#domain/accounts/codes.ts';
import { DEMO_ORGANISATIONS, DEMO_PASSWORD } from './seed/demo-people.ts';
import type { Seeded } from './seed/seed.ts';
import type { Environment } from './environment.ts';

type Started = Pick<Environment, 'publicOrigin' | 'dataDir'> &
  Partial<Pick<Environment, 'smtp' | 'isProduction'>> & {
    kind: 'embedded' | 'postgres';
    seeded: Seeded;
    hasDemo: boolean;
  };

/** The addresses, data folder and demo accounts, in a plain box for the console. */
export function welcome(started: Started): string {
  const { publicOrigin, dataDir, kind, seeded, hasDemo } = started;
  const lines = [
    'Assent is running.',
    '',
    `Open      ${publicOrigin}`,
    `Data      ${dataDir}`,
    ...mailLines(started),
    kind === 'embedded'
      ? 'Database  embedded: for trying out and small sites; hospitals use PostgreSQL (DATABASE_URL)'
      : 'Database  PostgreSQL',
    ...(hasDemo ? demoLines() : []),
    ...(seeded?.kind === 'empty' ? administratorLines(publicOrigin, seeded) : []),
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const rule = `+${'-'.repeat(width + 2)}+`;
  return `\n${[rule, ...lines.map((line) => `| ${line.padEnd(width)} |`), rule].join('\n')}\n\n`;
}

function mailLines({ smtp, publicOrigin, dataDir, isProduction = false }: Started): string[] {
  if (smtp !== undefined) return [`Mail      is sent to ${smtp.host}, port ${smtp.port}`];
  const lines = [`Mail      ${dataDir}/mail: kept as files, as there is no SMTP_URL to send it to`];
  return isProduction ? lines : [...lines, `Mailbox   ${publicOrigin}/mailbox, on this machine only`];
}

function administratorLines(publicOrigin: string, { email, code }: { email: string; code: string }): string[] {
  return [
    '',
    `The first administrator registers with this code, within ${durationWords(AUTHORISATION_CODE_LIFE)}. The next start prints a new one.`,
    '',
    `Register  ${publicOrigin}/register-password`,
    `Email     ${email}`,
    `Code: ${code}`,
  ];
}

function demoLines(): string[] {
  const accounts = DEMO_ORGANISATIONS.flatMap(({ name, accounts: own }) => [
    '',
    name,
    ...own.map(({ email, role, status }) => `  ${email.padEnd(28)} ${role}${status === undefined ? '' : `, ${status}`}`),
  ]);
  return ['', `Demo accounts, all with the password ${DEMO_PASSWORD}`, ...accounts];
}
