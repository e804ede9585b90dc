import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { configure, type Packaging, thisMachine } from './configuration.ts'
import { writeNotices } from './notices.ts'
import { findShippedPackages } from './shipped-packages.ts'

const root = join(import.meta.dirname, '../..')

export interface Wish extends Packaging {
  /** Installers, and not only what they install. */
  readonly isForPeople: boolean
}

/** Packages what the last build left, for this machine. The files that others are given. */
export async function buildPackage(wish: Wish): Promise<readonly string[]> {
  writeLegal()
  return build({
    projectDir: root,
    targets: Platform.current().createTarget(wish.isForPeople ? null : 'dir'),
    config: configure(thisMachine(), wish),
    publish: 'never',
  })
}

/** What has to go with what others wrote. */
function writeLegal(): void {
  const packages = findShippedPackages(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = join(root, 'out/legal')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'third-party-notices.txt'), writeNotices(root, packages))
  writeFileSync(join(folder, 'sbom.cdx.json'), writeBillOfMaterials(version, packages))
}
