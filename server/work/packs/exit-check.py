"""Reads an exit export again and proves it: sizes, SHA-256, rows, references, and that nothing is left out or added.

Needs Python 3.8 or later and no other program. Usage: python3 exit-check.py [FOLDER]. Exit code 0: all is as it was written.
"""

import csv
import hashlib
import json
import os
import sys

OWN_FILES = {"manifest.json"}


def digest(path):
    """Size and SHA-256 of a file, read in pieces."""
    sha256, size = hashlib.sha256(), 0
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(1 << 20), b""):
            sha256.update(piece)
            size += len(piece)
    return size, sha256.hexdigest()


def rows_of(folder, table):
    """The rows of a table, one at a time."""
    with open(os.path.join(folder, "tables", table + ".ndjson"), encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def check_files(folder, manifest, faults):
    """Every file that the manifest names, and no other."""
    listed = {}
    for entry in manifest["files"]:
        path = os.path.join(folder, *entry["path"].split("/"))
        listed[entry["path"]] = entry
        if not os.path.isfile(path):
            faults.append("%s is missing" % entry["path"])
            continue
        size, sha256 = digest(path)
        if size != entry["bytes"] or sha256 != entry["sha256"]:
            faults.append("%s is not what was written" % entry["path"])
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.relpath(os.path.join(root, name), folder).replace(os.sep, "/")
            if path not in listed and path not in OWN_FILES:
                faults.append("%s is in the folder and not in the manifest" % path)
    return listed


def check_tables(folder, manifest, catalogue, listed, faults):
    """Rows and columns of every table, and the files that rows name."""
    tables = {table["name"]: table for table in catalogue["tables"]}
    exported = {name for name, table in tables.items() if table["leftOut"] is None}
    if exported != set(manifest["tables"]):
        faults.append("the tables of the manifest are not those of the catalogue")
    named_files = set()
    for name in sorted(exported & set(manifest["tables"])):
        columns = {column["name"]: column for column in tables[name]["columns"]}
        wanted = {column for column, facts in columns.items() if not facts["isLeftOut"]}
        files = {column for column, facts in columns.items() if facts["isFile"]}
        count = 0
        for row in rows_of(folder, name):
            count += 1
            if set(row) - wanted or wanted - files - set(row):
                faults.append("a row of %s has other columns than the catalogue says" % name)
            for column in files & set(row):
                entry = listed.get(row[column]["path"])
                named_files.add(row[column]["path"])
                if entry is None or entry["sha256"] != row[column]["sha256"] or entry["bytes"] != row[column]["bytes"]:
                    faults.append("a row of %s names the file %s, which is not there" % (name, row[column]["path"]))
                elif name == "documents" and row["sha256"] != entry["sha256"]:
                    faults.append("the document %s is not the one that was sealed" % row["id"])
        path = "tables/%s.ndjson" % name
        if count != manifest["tables"][name] or count != listed.get(path, {}).get("rows"):
            faults.append("%s has %d rows, and the manifest says %d" % (name, count, manifest["tables"][name]))
    for path in listed:
        if path.startswith("documents/") and path not in named_files:
            faults.append("no row names the file %s" % path)
    return exported


def check_references(folder, catalogue, exported, faults):
    """Every row that another row names is there."""
    count = 0
    for reference in catalogue["references"]:
        table, target = reference["table"], reference["target"]
        if table not in exported or target not in exported:
            continue
        keys = {tuple(row[column] for column in reference["targets"]) for row in rows_of(folder, target)}
        for row in rows_of(folder, table):
            key = tuple(row[column] for column in reference["columns"])
            if None in key:
                continue
            count += 1
            if key not in keys:
                faults.append("a row of %s names a row of %s that is not there" % (table, target))
    return count


def full_urls(value):
    """Every reference in a FHIR resource."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "reference" and isinstance(member, str):
                yield member
            else:
                yield from full_urls(member)
    elif isinstance(value, list):
        for member in value:
            yield from full_urls(member)


def check_records(folder, listed, faults):
    """Each bundle names only what is in it, and each patient in use has one; each list has the rows that the manifest says."""
    bundles = set()
    for path, entry in listed.items():
        target = os.path.join(folder, *path.split("/"))
        if path.startswith("fhir/"):
            with open(target, encoding="utf-8") as file:
                bundle = json.load(file)
            bundles.add(os.path.basename(path)[: -len(".json")])
            urls = {each["fullUrl"] for each in bundle["entry"]}
            if any(url not in urls for url in full_urls(bundle["entry"])):
                faults.append("%s names a resource that is not in it" % path)
        elif path.startswith("csv/"):
            with open(target, encoding="utf-8-sig", newline="") as file:
                if sum(1 for _ in csv.reader(file)) - 1 != entry["rows"]:
                    faults.append("%s has other rows than the manifest says" % path)
    in_use = {row["id"] for row in rows_of(folder, "patients") if row["survivor_id"] is None}
    if bundles != in_use:
        faults.append("not every patient in use has a bundle")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    try:
        with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        with open(os.path.join(folder, "catalogue.json"), encoding="utf-8") as file:
            catalogue = json.load(file)
    except (OSError, ValueError) as error:
        print("This is no export that was finished: %s" % error)
        return 2
    faults = ["as it was exported: %s" % fault for fault in manifest["faults"]]
    listed = check_files(folder, manifest, faults)
    try:
        exported = check_tables(folder, manifest, catalogue, listed, faults)
        references = check_references(folder, catalogue, exported, faults)
        check_records(folder, listed, faults)
    except (OSError, ValueError, KeyError, TypeError) as error:
        faults.append("a file cannot be read: %r" % error)
        references = 0
    for fault in faults[:100]:
        print(fault)
    rows = sum(manifest["tables"].values())
    print("%d files, %d rows, %d references: %s" % (len(listed), rows, references, "all is as it was written" if not faults else "%d faults" % len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
