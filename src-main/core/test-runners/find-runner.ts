import { AppError } from '#shared/lib/app-error.ts'
import { toShellWord } from '../programs/shell-words.ts'
import type { Workspace } from '../workspace/define.ts'
import type { AgentPath } from '../workspace/paths/agent-path.ts'
import { type TestRunner, type TestSelection, words } from './define.ts'

interface FoundRunner {
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

const optional = (flag: string, value: string | undefined) =>
  value === undefined ? undefined : `${flag}${toShellWord(value)}`

const pathOf = ({ path }: TestSelection) => (path === undefined ? undefined : toShellWord(path))

const vitest: TestRunner = {
  name: 'Vitest',
  command: (asked) =>
    words(
      'npx --no-install vitest run --reporter=tap-flat',
      pathOf(asked),
      optional('-t ', asked.filter),
    ),
}

const jest: TestRunner = {
  name: 'Jest',
  command: (asked) =>
    words(
      'npx --no-install jest --ci --colors=false',
      pathOf(asked),
      optional('-t ', asked.filter),
    ),
}

const mocha: TestRunner = {
  name: 'Mocha',
  command: (asked) =>
    words('npx --no-install mocha --reporter tap', pathOf(asked), optional('-g ', asked.filter)),
}

const nodeTest: TestRunner = {
  name: 'node:test',
  command: ({ path, filter }) =>
    words(
      'node --test --test-reporter=tap',
      optional('--test-name-pattern=', filter),
      path && toShellWord(isFile(path) ? path : `${path}/**/*.{test,spec}.{js,mjs,cjs,ts,mts}`),
    ),
}

/** The project's own script, of which nothing else is known. */
const npmTest: TestRunner = {
  name: 'npm test',
  command: (asked) => {
    const more = words(pathOf(asked), asked.filter && toShellWord(asked.filter))
    return words('npm test', more && `-- ${more}`)
  },
}

function pytestOf(python: string): TestRunner {
  return {
    name: 'pytest',
    command: (asked) =>
      words(
        `${toShellWord(python)} -m pytest -q -rA --tb=short --color=no`,
        pathOf(asked),
        optional('-k ', asked.filter),
      ),
  }
}

const go: TestRunner = {
  name: 'go test',
  command: ({ path, filter }) =>
    words('go test -json', optional('-run ', filter), toPackages(path)),
}

const cargo: TestRunner = {
  name: 'cargo test',
  command: ({ path, filter }) => {
    const own = /^tests\/([\w-]+)\.rs$/u.exec(path ?? '')?.[1]
    return words('cargo test --no-fail-fast', own && `--test ${own}`, filter && toShellWord(filter))
  },
}

function mavenOf(program: string): TestRunner {
  return {
    name: 'Maven',
    command: (asked) => words(`${program} -B test`, optional('-Dtest=', toClass(asked))),
  }
}

function gradleOf(program: string): TestRunner {
  return {
    name: 'Gradle',
    command: (asked) => words(`${program} test`, optional('--tests ', toClass(asked))),
  }
}

function isFile(path: string): boolean {
  return /\.\w+$/u.test(path)
}

function toPackages(path: string | undefined): string {
  if (path === undefined) return './...'
  if (!path.endsWith('.go')) return toShellWord(`./${path}/...`)
  return toShellWord(`./${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`)
}

function toClass({ path, filter }: TestSelection): string | undefined {
  const own = /(?<![\w$])([\w$]+)\.(?:java|kt|groovy|scala)$/u.exec(path ?? '')?.[1]
  if (own === undefined) return filter
  return filter === undefined ? own : `${own}*${filter}*`
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

/** No file that says how tests run is larger, and parsing more would hold the thread. */
const MAX_CHARS = 1024 * 1024

async function readIfThere(files: Files, path: AgentPath): Promise<string | undefined> {
  try {
    const text = await files.readText(path)
    return text.length <= MAX_CHARS ? text : undefined
  } catch (error) {
    return orThrow(error, undefined)
  }
}

function orThrow<T>(error: unknown, otherwise: T): T {
  if (AppError.is(error)) return otherwise
  throw error
}
