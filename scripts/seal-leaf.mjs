import fs from 'node:fs';
import path from 'node:path';
import { dataDir, loadServer, runCommand } from './server-modules.mjs';

// npm run seal-leaf -- add FILE.pem    lists the certificates in a PEM file as ones whose seals are ours: those of former servers, whose
// documents are then known as sealed here. Without arguments the list is printed. With the embedded database, stop the server first.

const ENTRIES = ['chain-key', 'row-marks', 'seal-leaves', 'seal-files', 'signer', 'listed-leaves'];

async function main() {
  const [act, file] = process.argv.slice(2);
  if (act !== undefined && (act !== 'add' || file === undefined)) throw new Error('Use: npm run seal-leaf -- add FILE.pem');
  // Without the key the rows could not be marked, and a new one would be wrong.
  if (!fs.existsSync(path.join(dataDir, 'chain', 'key')))
    throw new Error(`There is no key in ${dataDir}/chain: nothing can be listed.`);
  const server = await loadServer(ENTRIES);
  const leaves = file === undefined ? [] : leavesIn(server, file);
  const database = await server.openNamed();
  try {
    server.markRowsOf(database.db, await server.openChainKey(dataDir));
    for (const leaf of leaves) await server.recordLeaf({ database, clock: Date.now }, leaf);
    for (const { subject, not_before: from, not_after: until, sha256 } of await server.listedLeaves(database.db))
      console.log(`${sha256} ${from.slice(0, 10)} to ${until.slice(0, 10)} ${subject}`);
  } finally {
    await database.close();
  }
}

/** The certificates of a file that seal. One of an authority would make everything that it has issued look like ours. */
function leavesIn({ certificatesIn, leafFacts }, file) {
  const certificates = certificatesIn(fs.readFileSync(file));
  if (certificates === undefined) throw new Error(`${file} holds no certificates in PEM.`);
  const leaves = certificates.filter((/** @type {import('node:crypto').X509Certificate} */ { ca }) => !ca);
  if (leaves.length === 0)
    throw new Error(`${file} holds the certificate of an authority alone. Name that with which the former server sealed.`);
  return leaves.map((/** @type {import('node:crypto').X509Certificate} */ leaf) => leafFacts(leaf, certificates));
}

runCommand(main);
