/**
 * One control taken away: in `file` the text `from` becomes `to`. The test named `test` in `suite` must then fail; a control whose
 * removal turns no test red is not a control.
 */
export type Sabotage = { name: string; file: string; from: string; to: string; suite: string; test: string };

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'the organisation is left out where a patient is looked up',
    file: 'server/data/patients.ts',
    from: `    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)`,
    to: `    .selectAll()
    .where('id', '=', id)`,
    suite: 'tests/server/access.test.ts',
    test: 'another organisation’s ids answer like ids that do not exist, in every call, and nothing of it changes',
  },
  {
    name: 'permissions are not looked at',
    file: 'server/http/admit.ts',
    from: `access.includes('signedIn') ||`,
    to: `access.length > 0 ||`,
    suite: 'tests/server/access.test.ts',
    test: 'each seeded role is admitted to exactly the calls that its permissions name',
  },
  {
    name: 'whatever a handler returns leaves the server',
    file: 'server/http/serve.ts',
    from: `return v.parse(entry.output, body);`,
    to: `return body;`,
    suite: 'tests/server/output.test.ts',
    test: 'an answer holds what the contract names and nothing else',
  },
  {
    name: 'a ticket reaches any version',
    file: 'server/http/admit.ts',
    from: `if (named !== undefined && named !== actor.consentId) throw new Refused('FORBIDDEN');`,
    to: ``,
    suite: 'tests/server/tickets.test.ts',
    test: 'every call for tickets refuses another version, and another role',
  },
  {
    name: 'the digest of what was shown is not compared',
    file: 'server/work/sign.ts',
    from: `if (!isAsShown || given.statement`,
    to: `if (given.statement`,
    suite: 'tests/server/signing.test.ts',
    test: 'what the patient answers on the tablet changes the digest, and a signature over the old one is refused',
  },
  {
    name: 'a sealed file that was altered passes for authentic',
    file: 'server/work/verify.ts',
    from: `createHash('sha256').update(file).digest('hex')`,
    to: `createHash('sha256').update(file.subarray(0, 64)).digest('hex')`,
    suite: 'tests/server/verify.test.ts',
    test: 'the sealed file is authentic, pdfsig calls its signature valid, and it covers the whole document',
  },
];
