import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'

/**
 * Finds the name in a folder that looks the same as one that isn't there: its letters are composed in
 * another way. `é` is one character in NFC, and two in NFD.
 */
export async function findTwin(folder: string, name: string): Promise<string | undefined> {
  if (!hasForms(name)) return undefined
  return pickTwin(await readdir(folder).catch(() => []), name)
}

export function findTwinSync(folder: string, name: string): string | undefined {
  if (!hasForms(name)) return undefined
  try {
    return pickTwin(readdirSync(folder), name)
  } catch {
    return undefined
  }
}

export function pickTwin(names: readonly string[], name: string): string | undefined {
  const composed = name.normalize('NFC')
  return names.toSorted().find((one) => one.normalize('NFC') === composed)
}

/** Only names that can be written in several ways are looked for. */
export function hasForms(name: string): boolean {
  return name.normalize('NFC') !== name.normalize('NFD')
}

/** The paths to move a file between: one that is moved to its own name in another form is renamed. */
export function toNewForm(from: string, to: string, asked: string): readonly [string, string] {
  if (from !== to) return [from, to]
  return [from, `${to.slice(0, to.lastIndexOf('/') + 1)}${asked.slice(asked.lastIndexOf('/') + 1)}`]
}
