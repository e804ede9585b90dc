import { closeSync, openSync, readSync } from 'node:fs'

/** The page size of every store, whatever a damaged header says. */
export const PAGE_BYTES = 4096

/** Reads the first bytes of a file: fewer than `bytes` if the file is shorter. */
export function readHead(file: string, bytes: number): Buffer {
  const fd = openSync(file, 'r')
  try {
    const head = Buffer.alloc(bytes)
    return head.subarray(0, readSync(fd, head, 0, bytes, 0))
  } finally {
    closeSync(fd)
  }
}
