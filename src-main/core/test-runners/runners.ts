import { toShellWord } from '../shell-words.ts'
import { type TestRunner, type TestSelection, words } from './define.ts'

const optional = (flag: string, value: string | undefined) =>
  value === undefined ? undefined : `${flag}${toShellWord(value)}`

const pathOf = ({ path }: TestSelection) => (path === undefined ? undefined : toShellWord(path))

export const vitest: TestRunner = {
  name: 'Vitest',
  command: (asked) =>
    words(
      'npx --no-install vitest run --reporter=tap-flat',
      pathOf(asked),
      optional('-t ', asked.filter),
    ),
}

export const jest: TestRunner = {
  name: 'Jest',
  command: (asked) =>
    words(
      'npx --no-install jest --ci --colors=false',
      pathOf(asked),
      optional('-t ', asked.filter),
    ),
}

export const mocha: TestRunner = {
  name: 'Mocha',
  command: (asked) =>
    words('npx --no-install mocha --reporter tap', pathOf(asked), optional('-g ', asked.filter)),
}

export const nodeTest: TestRunner = {
  name: 'node:test',
  command: ({ path, filter }) =>
    words(
      'node --test --test-reporter=tap',
      optional('--test-name-pattern=', filter),
      path && toShellWord(isFile(path) ? path : `${path}/**/*.{test,spec}.{js,mjs,cjs,ts,mts}`),
    ),
}

/** The project's own script, of which nothing else is known. */
export const npmTest: TestRunner = {
  name: 'npm test',
  command: (asked) => {
    const more = words(pathOf(asked), asked.filter && toShellWord(asked.filter))
    return words('npm test', more && `-- ${more}`)
  },
}

export function pytestOf(python: string): TestRunner {
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

export const go: TestRunner = {
  name: 'go test',
  command: ({ path, filter }) =>
    words('go test -json', optional('-run ', filter), toPackages(path)),
}

export const cargo: TestRunner = {
  name: 'cargo test',
  command: ({ path, filter }) => {
    const own = /^tests\/([\w-]+)\.rs$/u.exec(path ?? '')?.[1]
    return words('cargo test --no-fail-fast', own && `--test ${own}`, filter && toShellWord(filter))
  },
}

export function mavenOf(program: string): TestRunner {
  return {
    name: 'Maven',
    command: (asked) => words(`${program} -B test`, optional('-Dtest=', toClass(asked))),
  }
}

export function gradleOf(program: string): TestRunner {
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
