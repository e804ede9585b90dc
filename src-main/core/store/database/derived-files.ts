import { lstatSync, renameSync, rmSync } from 'node:fs'

const SUFFIXES = ['', '-wal', '-shm', '-journal']

/**
 * Makes way for a database that can be rebuilt at any time. Files are deleted. Anything else that has one
 * of their names is renamed: a folder may hold a person's files, and opening a named pipe would block.
 */
export function removeDerivedFiles(file: string): void {
  for (const suffix of SUFFIXES) removeOne(file + suffix)
}

/** Makes way as `removeDerivedFiles`, but keeps the files. */
export function moveOddFilesAside(file: string): void {
  for (const suffix of SUFFIXES) {
    if (isOdd(file + suffix)) removeOne(file + suffix)
  }
}

function removeOne(path: string): void {
  if (isOdd(path)) renameSync(path, findFreeName(path))
  else rmSync(path, { force: true })
}

/** Whether it is there and is neither a file nor a link. */
function isOdd(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isSymbolicLink()
}

function findFreeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.replaced-${number}`
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name
  }
}
