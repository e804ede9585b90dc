import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { ContentKeys } from './content-keys.ts'

const FILE = 'node_modules/.cache/check/passed.json'
const Passed = z.record(z.string(), z.record(z.string(), z.string()))

/** Remembers what passed a check, so that only what changed is checked again. */
export type PassedFiles = {
  /** Returns those of some files whose key isn't the one with which they last passed. */
  readonly findStale: (check: string, files: readonly string[], keys: ContentKeys) => string[]
  readonly add: (check: string, files: readonly string[], keys: ContentKeys) => void
  readonly save: () => void
}

/** Reads what passed before. An unreadable record counts as none. */
export function readPassedFiles(root: string): PassedFiles {
  const path = join(root, FILE)
  const checks = new Map(
    Object.entries(readRecord(path)).map(([check, files]) => [
      check,
      new Map(Object.entries(files)),
    ]),
  )
  return {
    findStale(check, files, keys) {
      const passed = checks.get(check)
      return files.filter((file) => !passed?.has(file) || passed.get(file) !== keys.get(file))
    },
    add(check, files, keys) {
      const passed = checks.get(check) ?? new Map<string, string>()
      checks.set(check, passed)
      for (const file of files) passed.set(file, keys.get(file) ?? '')
    },
    save() {
      const record = [...checks].map(([check, files]) => [check, Object.fromEntries(files)])
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.${process.pid}`, JSON.stringify(Object.fromEntries(record)))
      renameSync(`${path}.${process.pid}`, path)
    },
  }
}

function readRecord(path: string): z.infer<typeof Passed> {
  try {
    return Passed.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
