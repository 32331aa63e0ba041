/** The page that stands in an exit export, for whoever reads it without this product. */
export const EXIT_README = `# An exit export

All that this hospital's consent database held at one moment, in files that need no program of ours. It holds patient data: keep it as safe
as the database. It is not encrypted.

Check it first: \`python3 exit-check.py\` in this folder (Python 3.8 or later, nothing else) reads every file again and compares sizes, SHA-256
digests, rows and references. Exit code 0: all is as it was written.

| path | holds |
|---|---|
| \`tables/*.ndjson\` | each table of the database, a row a line, in UTF-8; times are ISO 8601 in UTC |
| \`documents/\` | each file that a row has: sealed forms and what belongs to them, uploaded files, logos. The row names it by \`path\`, with its size and digest |
| \`fhir/\` | each patient in use, with the records that are merged into theirs, as a Bundle of FHIR R4. Documents are named in it and lie in \`documents/\` |
| \`csv/\` | patients, cases and consents as lists for a spreadsheet |
| \`catalogue.json\` | each table and column: about whom it is, how it leads to the patient, how long it is kept, what is left out and why; and how rows name each other |
| \`manifest.json\` | each other file with its size in bytes, its SHA-256 and its rows; rows by table; and \`faults\`: documents that are not the ones that were sealed |

Left out is what opens something: hashes of passwords and of tablet PINs, tokens, keys, secrets of second factors. They are of no use elsewhere.
\`catalogue.json\` names each (\`leftOut\`, \`isLeftOut\`).

- A *case* is all versions of one consent of a patient (\`cases\`, \`consents\`). What a version said when it was signed stands in \`consents.pinned\`,
  and in the sealed form.
- A record that is merged names the one in use by \`patients.survivor_id\`.
- A sealed form with archival time stamps is its file in \`documents/documents/\` and behind it, in their order, those of its rows in \`archivals\`.
- \`timeline\`, \`patient_changes\`, \`access_log\` and \`security_log\` are chains: \`prev_hash\` of each row is \`hash\` of the one before. Those of
  \`patient_changes\` and \`access_log\` are made with a key that is not here.
- An export of one organisation has its own rows, and the lists that all organisations share.
`;
