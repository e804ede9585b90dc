import { createRequire } from 'node:module'
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library'
import { type ShippedPackage, toNpmPurl } from './shipped-packages.ts'

/** What the desktop app is made of, as CycloneDX 1.6 has it: Electron, and every package. */
export function writeBillOfMaterials(version: string, packages: readonly ShippedPackage[]): string {
  const bom = new Models.Bom()
  const app = new Models.Component(Enums.ComponentType.Application, 'orrery', { version })
  bom.metadata.component = app
  const electron: unknown = createRequire(import.meta.url)('electron/package.json').version
  const runtime = {
    name: 'electron',
    version: String(electron),
    license: 'MIT',
    purl: toNpmPurl('electron', String(electron)),
  }
  for (const each of [runtime, ...packages]) {
    const component = describe(each)
    bom.components.add(component)
    app.dependencies.add(component.bomRef)
  }
  const spec = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  const options = { sortLists: true, space: 2 }
  return `${new Serialize.JsonSerializer(spec).serialize(bom, options)}\n`
}

function describe({
  name,
  version,
  license,
  purl,
}: Pick<ShippedPackage, 'name' | 'version' | 'license' | 'purl'>) {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const component = new Models.Component(Enums.ComponentType.Library, rest ?? name, {
    ...(scope !== undefined && { group: scope }),
    version,
    purl,
    bomRef: purl,
  })
  component.licenses.add(licenseOf(license))
  return component
}

/** By SPDX where it is one of theirs; else in the package's own words. */
function licenseOf(license: string) {
  const id = SPDX.fixupSpdxId(license)
  return id === undefined ? new Models.NamedLicense(license) : new Models.SpdxLicense(id)
}
