import { readFile, writeFile } from 'node:fs/promises'

export async function loadBooks(path) {
  return JSON.parse(await readFile(path, 'utf8'))
}

// TODO: write to a temporary file first, so that a crash leaves the old list in place.
export async function saveBooks(path, list) {
  await writeFile(path, `${JSON.stringify(list, null, 2)}\n`)
}
