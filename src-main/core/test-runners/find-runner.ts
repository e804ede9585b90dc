import { AppError } from '#shared/error.ts'
import type { AgentPath, Workspace } from '../workspace/define.ts'
import type { TestRunner } from './define.ts'
import {
  cargo,
  go,
  gradleOf,
  jest,
  mavenOf,
  mocha,
  nodeTest,
  npmTest,
  pytestOf,
  vitest,
} from './runners.ts'

export interface FoundRunner {
  readonly runner: TestRunner
  /** Where it is run, below the project; `''`: the project itself. */
  readonly folder: string
}

type Files = Pick<Workspace, 'readText' | 'stat' | 'glob'>

/** What runs the tests at a path below the project: looked for from there upwards. */
export async function findRunner(files: Files, path: string): Promise<FoundRunner | undefined> {
  const parts = path.split('/').filter(Boolean)
  for (let length = parts.length; length >= 0; length -= 1) {
    const folder = parts.slice(0, length).join('/')
    const runner = await findIn(files, `/workspace${folder && `/${folder}`}`)
    if (runner) return { runner, folder }
  }
  return undefined
}

async function findIn(files: Files, folder: AgentPath): Promise<TestRunner | undefined> {
  const read = (name: string) => readIfThere(files, `${folder}/${name}`)
  const has = async (name: string) => (await isThere(files, `${folder}/${name}`)) && name
  const manifest = await read('package.json')
  const found = manifest === undefined ? undefined : fromManifest(manifest)
  if (found) return found
  if (await has('go.mod')) return go
  if (await has('Cargo.toml')) return cargo
  if (await has('pom.xml')) return mavenOf((await has('mvnw')) ? './mvnw' : 'mvn')
  if ((await has('build.gradle')) || (await has('build.gradle.kts'))) {
    return gradleOf((await has('gradlew')) ? './gradlew' : 'gradle')
  }
  if (await isPython(files, folder, read)) {
    return pytestOf((await has('.venv/bin/python')) || 'python3')
  }
  const own = await matches(files, folder, '**/*.{test,spec}.{js,mjs,cjs,ts,mts}')
  return manifest !== undefined && own ? nodeTest : undefined
}

const KNOWN = [
  { name: 'vitest', command: /(?:^|[\s/"'])vitest\b/u, runner: vitest },
  { name: 'jest', command: /(?:^|[\s/"'])jest\b/u, runner: jest },
  { name: 'mocha', command: /(?:^|[\s/"'])mocha\b/u, runner: mocha },
] as const

function usesNodeTest(script: string): boolean {
  return script.split('\n').some((line) => {
    const node = line.search(/\bnode\b/u)
    return node >= 0 && / --test\b/u.test(line.slice(node))
  })
}

/** By what it depends on and what its script says; read with care, for anybody writes them. */
function fromManifest(text: string): TestRunner | undefined {
  const { script, packages } = readManifest(text)
  if (usesNodeTest(script)) return nodeTest
  const named =
    KNOWN.find(({ command }) => command.test(script)) ??
    KNOWN.find(({ name }) => packages.has(name))
  if (named) return named.runner
  return script === '' || script.includes('no test specified') ? undefined : npmTest
}

function readManifest(text: string): { script: string; packages: ReadonlySet<string> } {
  try {
    const manifest: unknown = JSON.parse(text)
    const script = at(at(manifest, 'scripts'), 'test')
    const of = (key: string) => Object.keys(Object(at(manifest, key)))
    const packages = new Set([...of('dependencies'), ...of('devDependencies')])
    return { script: typeof script === 'string' ? script : '', packages }
  } catch {
    return { script: '', packages: new Set() }
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

async function isPython(
  files: Files,
  folder: AgentPath,
  read: (name: string) => Promise<string | undefined>,
): Promise<boolean> {
  for (const name of ['pyproject.toml', 'setup.cfg', 'tox.ini']) {
    if ((await read(name))?.includes('pytest')) return true
  }
  if (await isThere(files, `${folder}/pytest.ini`)) return true
  return matches(files, folder, '**/{test_*,*_test,conftest}.py')
}

async function matches(files: Files, path: AgentPath, pattern: string): Promise<boolean> {
  if (!(await isThere(files, path))) return false
  return (await files.glob({ pattern, path, maxFiles: 1 })).items.length > 0
}

/** What a link leads out of the project to is there, though it can't be read. */
async function isThere(files: Files, path: AgentPath): Promise<boolean> {
  try {
    return (await files.stat(path)) !== undefined
  } catch (error) {
    return orThrow(error, true)
  }
}

async function readIfThere(files: Files, path: AgentPath): Promise<string | undefined> {
  try {
    return await files.readText(path)
  } catch (error) {
    return orThrow(error, undefined)
  }
}

function orThrow<T>(error: unknown, otherwise: T): T {
  if (AppError.is(error)) return otherwise
  throw error
}
