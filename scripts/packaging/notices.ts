import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShippedPackage } from './shipped-packages.ts'

/** What packages call the files that have to go with them. */
const NOTICE = /^(licen[cs]e|copying|notice|third.?party)/i

/** What is handed out with Orrery that others wrote, each under its licence and with its notices. */
export function writeNotices(root: string, packages: readonly ShippedPackage[]): string {
  const parts = packages.map((each) => `${headOf(each)}\n\n${textsOf(root, each)}`)
  const head = [
    'Orrery is handed out with these packages, whole or in part.',
    "What Electron and Chromium are made of lies beside this, in LICENSES.chromium.html and Electron's LICENSE.",
  ]
  return `${[head.join('\n'), ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function headOf({ name, version, license, homepage }: ShippedPackage): string {
  return [`${name} ${version}`, license, ...(homepage === undefined ? [] : [homepage])].join('\n')
}

function textsOf(root: string, { folder, license }: ShippedPackage): string {
  const files = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && NOTICE.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
  const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
  return texts.join('\n\n') || `The package says "${license}", and brings no text of it.`
}
