import { DEMO_ORGANISATIONS, DEMO_PASSWORD } from './seed/demo-people.ts';
import type { Seeded } from './seed/seed.ts';
import type { Environment } from './environment.ts';

type Started = Pick<Environment, 'publicOrigin' | 'dataDir'> & {
  kind: 'embedded' | 'postgres';
  seeded: Seeded;
  hasDemo: boolean;
};

/** What a person at the console needs to know, in a plain box. */
export function welcome({ publicOrigin, dataDir, kind, seeded, hasDemo }: Started): string {
  const lines = [
    'Assent is running.',
    '',
    `Open      ${publicOrigin}`,
    `Data      ${dataDir}`,
    'Mail      is not sent yet: consents are signed on the device',
    kind === 'embedded'
      ? 'Database  embedded: for trying out and small sites; hospitals use PostgreSQL (DATABASE_URL)'
      : 'Database  PostgreSQL',
    ...(hasDemo ? demoLines() : []),
    ...(seeded?.kind === 'empty'
      ? ['', `Administrator  ${seeded.email}`, `Password       ${seeded.password}   (shown this once)`]
      : []),
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const rule = `+${'-'.repeat(width + 2)}+`;
  return `\n${[rule, ...lines.map((line) => `| ${line.padEnd(width)} |`), rule].join('\n')}\n\n`;
}

function demoLines(): string[] {
  const accounts = DEMO_ORGANISATIONS.flatMap(({ name, accounts: own }) => [
    '',
    name,
    ...own.map(({ email, role }) => `  ${email.padEnd(28)} ${role}`),
  ]);
  return ['', `Demo accounts, all with the password ${DEMO_PASSWORD}`, ...accounts];
}
