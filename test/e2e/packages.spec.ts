import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { getRawHeader } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { test as base, expect } from '@playwright/test'
import { Packager } from 'electron-builder'
import { buildPackage } from '../../scripts/packaging/build-package.ts'
import { configure, type Target, thisMachine } from '../../scripts/packaging/configuration.ts'
import { findShippedPackages, findWhole } from '../../scripts/packaging/shipped-packages.ts'
import { standinEnv } from '../standin/standin-path.ts'
import { checkBuilt, createGround, environment, root } from './ground.ts'
import { writeFakeElectron } from './packages/fake-electron.ts'
import { prompt } from './window.ts'

const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What lets anybody hand it on, as part of something of their own. */
const FREE = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'],
  ...['BlueOak-1.0.0', 'Unlicense', 'OFL-1.1', 'MIT OR Apache'],
])

const targets = (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
  (['x64', 'arm64'] as const).map((arch): Target => ({ platform, arch })),
)

base.describe('a configuration', () => {
  for (const target of targets) {
    const name = `${target.platform}-${target.arch}`

    base(`for ${name} is one that electron-builder knows`, async () => {
      const config = configure(target)
      await new Packager({ projectDir: root, config, targets: new Map() }).validateConfig()
    })

    base(`for ${name} takes native modules of its own alone`, () => {
      const left = [configure(target).files ?? []].flat().flatMap((each) => {
        return typeof each === 'string' && each.startsWith('!') ? [each.slice(1)] : []
      })
      const natives = 'node_modules/{better-sqlite3,node-pty}/prebuilds/**/*.node'
      const kept = globSync(natives, { cwd: root }).filter(
        (path) => !left.some((pattern) => matchesGlob(path, pattern)),
      )
      expect(kept.filter((path) => !path.includes(`/prebuilds/${name}`))).toEqual([])
      const packages = kept.map((path) => path.split('/')[1])
      expect(new Set(packages)).toEqual(new Set(['better-sqlite3', 'node-pty']))
    })
  }

  base('with a word it does not know is refused', async () => {
    const config = { ...configure(thisMachine()), asarr: true }
    const packager = new Packager({ projectDir: root, config, targets: new Map() })
    await expect(packager.validateConfig()).rejects.toThrow(/asarr/)
  })
})

/** Packages made once for all tests of a worker, and deleted with it. */
const test = base.extend<object, { readonly onStandin: string; readonly sealed: string }>({
  onStandin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const output = mkdtempSync(join(tmpdir(), 'orrery-package-'))
      checkBuilt()
      const dist = join(root, 'test/standin')
      await buildPackage({ isForPeople: false, isSealed: false, dist, output })
      await use(join(output, 'linux-unpacked'))
      rmSync(output, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sealed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'orrery-package-'))
      checkBuilt()
      const dist = join(folder, 'electron')
      mkdirSync(dist)
      writeFakeElectron(dist)
      await buildPackage({ isForPeople: false, isSealed: true, dist, output: folder })
      await use(join(folder, 'linux-unpacked'))
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.describe('a package on the stand-in', () => {
  test.describe.configure({ mode: 'serial' })
  const appOf = (onStandin: string) => join(onStandin, 'resources/app')
  const env = () => ({ ...environment(), ...standinEnv() })

  test('holds what is needed when it runs, and nothing else', ({ onStandin }) => {
    const app = appOf(onStandin)
    const folders = globSync('*', { cwd: app }).toSorted()
    expect(folders).toEqual(['node_modules', 'out', 'package.json', 'resources'])
    const packed = globSync('node_modules/{*,@*/*}/package.json', { cwd: app })
    const names = packed.map((path) => path.replace('/package.json', ''))
    const needed = findWhole(root).filter((folder) => !/node-addon-api$/.test(folder))
    expect(names.toSorted()).toEqual(needed)
    const natives = globSync('node_modules/**/*.node', { cwd: app })
    expect(natives.filter((path) => /darwin|win32|musl|arm64/.test(path))).toEqual([])
    expect(globSync('resources/agents/*.md', { cwd: app })).toHaveLength(12)
    // Which electron-builder leaves out everywhere, unless it is told.
    expect(globSync('node_modules/@typescript/*/lib/lib.*.d.ts', { cwd: app })).not.toEqual([])
    expect(globSync('**/*.{map,test.ts,pdb}', { cwd: app })).toEqual([])
  })

  test('names all that others wrote, with a bill of materials that is valid', async ({
    onStandin,
  }) => {
    const legal = join(onStandin, 'resources/legal')
    const text = readFileSync(join(legal, 'sbom.cdx.json'), 'utf8')
    const validator = new Validation.JsonStrictValidator(Spec.Spec1dot6.version)
    expect(await validator.validate(text)).toBeNull()
    const bill: { readonly components: readonly { readonly purl: string }[] } = JSON.parse(text)
    const shipped = findShippedPackages(root)
    const purls = bill.components.map(({ purl }) => decodeURIComponent(purl))
    const fromNpm = shipped.filter(({ folder }) => folder.startsWith('node_modules/'))
    const names = [...fromNpm, { name: 'electron', version: devDependencies.electron }]
    expect(new Set(purls)).toEqual(
      new Set([
        ...names.map((each) => `pkg:npm/${each.name}@${each.version}`),
        'pkg:github/gitleaks/gitleaks@v8.30.1',
      ]),
    )
    const notices = readFileSync(join(legal, 'third-party-notices.txt'), 'utf8')
    for (const each of shipped) expect(notices).toContain(`${each.name} ${each.version}\n`)
    expect(shipped.filter(({ license }) => !FREE.has(license))).toEqual([])
  })

  test('works: every native part, and the demo agent', ({ onStandin }) => {
    const said = execFileSync(join(onStandin, 'orrery-desktop'), ['--no-sandbox', '--selftest'], {
      env: env(),
      encoding: 'utf8',
      timeout: 60_000,
    })
    const { checks }: { readonly checks: readonly { readonly error?: string }[] } = JSON.parse(said)
    expect(checks.length).toBeGreaterThan(5)
    expect(checks.filter(({ error }) => error !== undefined)).toEqual([])
  })

  test('brings the commands of the shell', ({ onStandin }) => {
    const command = join(onStandin, 'resources/bin/orrery')
    const said = execFileSync(command, ['--version'], { env: env(), encoding: 'utf8' })
    expect(said.trim()).toBe(version)
  })

  test('opens its window, and a folder in it', async ({ onStandin, playwright }) => {
    await using ground = await createGround()
    const app = await playwright._electron.launch({
      executablePath: join(onStandin, 'orrery-desktop'),
      args: ['--no-sandbox', ground.project],
      env: { ...env(), ORRERY_DATA_DIR: ground.dataDir },
    })
    ground.defer(() => app.close())
    const page = await app.firstWindow()
    await expect(prompt(page)).toBeVisible()
  })
})

test.describe('a package for people', () => {
  test.describe.configure({ mode: 'serial' })

  test('has Electron’s fuses set', async ({ sealed }) => {
    const wire = await getCurrentFuseWire(join(sealed, 'orrery-desktop'))
    const isSet = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE
    const fuses = [
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]
    expect(fuses.filter(isSet)).toEqual([])
    const set = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ]
    expect(set.filter((fuse) => !isSet(fuse))).toEqual([])
  })

  test('keeps what it runs itself in the archive, and programs beside it', ({ sealed }) => {
    const archive = join(sealed, 'resources/app.asar')
    const files = [...filesIn(getRawHeader(archive).header)]
    const packed = files.filter(({ isUnpacked }) => !isUnpacked).map(({ path }) => path)
    const ours = globSync('{out,resources}/*', { cwd: `${archive}.unpacked` })
    expect(ours).toEqual(['resources/sample-project'])
    for (const path of ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']) {
      expect(packed).toContain(path)
    }
    const isProgram = (path: string) =>
      /\.(node|so)$|\/(rg|tsc)$|^node_modules\/pyright\//.test(path)
    expect(packed.filter(isProgram)).toEqual([])
    expect(files.filter(({ path }) => isProgram(path)).length).toBeGreaterThan(5)
    // What an archive is checked by, piece by piece.
    expect(files.filter((file) => !file.isUnpacked && !file.isChecked)).toEqual([])
  })
})

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>
  readonly unpacked?: boolean
  readonly integrity?: unknown
}

function* filesIn(
  folder: Entry,
  at = '',
): Generator<{
  readonly path: string
  readonly isUnpacked: boolean
  readonly isChecked: boolean
}> {
  for (const [name, entry] of Object.entries(folder.files ?? {})) {
    const path = join(at, name)
    if (entry.files) yield* filesIn(entry, path)
    else {
      const [isUnpacked, isChecked] = [entry.unpacked === true, entry.integrity !== undefined]
      yield { path, isUnpacked, isChecked }
    }
  }
}
