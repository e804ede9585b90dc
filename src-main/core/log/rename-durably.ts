import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts a file in the place of another: after a power cut one of the two is there, and whole. */
export function renameDurably(from: string, into: string): void {
  sync(from, 'r+')
  renameSync(from, into)
  // Windows has no way to do this, and no need of it.
  if (process.platform !== 'win32') sync(dirname(into), 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const fd = openSync(path, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
