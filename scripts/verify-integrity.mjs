import fs from 'node:fs';
import path from 'node:path';
import { dataDir, loadServer } from './server-modules.mjs';

// npm run verify-integrity    checks the database that DATA_DIR or DATABASE_URL names, changes nothing, and lists what was altered

const ENTRIES = {
  key: 'server/outside/chain-key.ts',
  file: 'server/outside/heads-file.ts',
  check: 'server/work/integrity/check-all.ts',
  faults: 'domain/integrity.ts',
};

async function main() {
  // Without the key nothing can be compared, and a new one would be wrong.
  if (!fs.existsSync(path.join(dataDir, 'chain', 'key')))
    throw new Error(`There is no key in ${dataDir}/chain: nothing can be checked.`);
  const { openNamed, openChainKey, openHeadsFile, checkAll, INTEGRITY_FAULTS } = await loadServer('verify-integrity', ENTRIES);
  const database = await openNamed();
  try {
    const chainKey = await openChainKey(dataDir);
    const filed = await openHeadsFile(dataDir, chainKey).read();
    const { findings, cases, documents } = await checkAll({ database, chainKey }, { filed });
    for (const { fault, organisationId, subject } of findings)
      console.log(
        `${fault}: ${INTEGRITY_FAULTS[fault]} (${subject}${organisationId === undefined ? '' : `, organisation ${organisationId}`})`,
      );
    if (filed === undefined) console.log('There is no chain/heads.jsonl yet: nothing was compared with it.');
    if (filed?.isWhole === false) console.log('The file chain/heads.jsonl was altered.');
    const count = findings.length + (filed?.isWhole === false ? 1 : 0);
    console.log(
      `${cases} cases and ${documents} documents were checked: ${count === 0 ? 'nothing was altered' : `${count} findings`}.`,
    );
    process.exitCode = count === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
