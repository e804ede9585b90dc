import type { Call } from '../judging.ts'
import { type Output, UNREADABLE } from '../values.ts'
import { dangerous, risky, showsVariables, unknown } from '../verdict.ts'
import { isCheck, notePlaces, noteSteered } from './checks.ts'
import {
  has,
  named,
  type Options,
  type Program,
  type Programs,
  readOptions,
  valuesOf,
  whoOf,
} from './define.ts'
import { packageTools, type Tool } from './package-tools.ts'

function tool(spec: Tool): Program {
  return (call) => {
    const valued = spec.valued ?? []
    const { operands, flags } = readOptions(call.args, { valued, isOrdered: true })
    const [first] = operands
    const rest = first ? call.args.slice(call.args.indexOf(first) + 1) : []
    if (!first) return noteBare(call, flags)
    return noteVerb(call, spec, { verb: first.text, rest })
  }
}

function noteBare(call: Call, flags: ReadonlySet<string>): Output {
  const isAsking =
    flags.has('--version') || flags.has('-v') || flags.has('--help') || flags.has('-V')
  if (!isAsking)
    call.judging.note(risky(`\`${whoOf(call)}\` installs packages, or shows its help.`))
  return UNREADABLE
}

interface Verb {
  readonly verb: string
  readonly rest: Call['args']
}

function noteVerb(call: Call, spec: Tool, { verb, rest }: Verb): Output {
  const who = whoOf(call)
  if (spec.runs?.includes(verb)) return runPackage({ ...call, args: rest }, who)
  if (spec.scripts?.includes(verb)) return noteScript(call, rest[0]?.text)
  if (spec.safe?.includes(verb)) return noteSteered(call)
  if (spec.dangerous?.includes(verb)) {
    call.judging.note(dangerous(`\`${who}\` changes what others get from a public registry.`))
  } else if (spec.risky?.includes(verb)) {
    call.judging.note(risky(`\`${who}\` changes the project or what is installed.`))
  } else if (spec.isScript) return noteScript(call, verb)
  else call.judging.note(unknown(`Nobody here knows what \`${who}\` does.`))
  return UNREADABLE
}

function noteScript(call: Call, name: string | undefined): Output {
  if (name === undefined || isCheck(name)) return noteSteered(call)
  call.judging.note(
    risky(`\`${whoOf(call)}\` runs a script of the project, which can do anything.`),
  )
  return UNREADABLE
}

/** `npx tsc` is `tsc`, as long as it is a tool known here; any other package could be anything. */
function runPackage(call: Call, who: string): Output {
  const valued = ['-p', '--package', '-c', '--call', '--from', '--with']
  const options = readOptions(call.args, { valued, isOrdered: true })
  for (const code of valuesOf(options, '-c', '--call')) {
    call.judging.run(code, call.scope.copy(), undefined)
  }
  const [name] = options.operands
  if (!name) return UNREADABLE
  if (valuesOf(options, '-p', '--package', '--from', '--with').length > 0) {
    call.judging.note(risky(`\`${who}\` fetches a package and runs it.`))
  }
  return call.judging.call(options.operands, call.scope.copy(), call.input)
}

const packageRunner: Program = (call) => runPackage(call, whoOf(call))

/** Checkers and compilers: safe unless told to change files. */
const checker: Program = noteSteered

const FORMATTING = /^(?:--check|-c|--list-different|-l|--diff|--dry-run|-d|--version)$/u

/** Formatters: they change files unless told only to check. */
const formatter: Program = (call) => {
  const isChecking = call.args.some(({ text }) => FORMATTING.test(text))
  if (!isChecking) call.judging.note(risky(`\`${whoOf(call)}\` changes files.`))
  return noteSteered(call)
}

const TARGETED = ['-C', '-f', '-j', '--directory', '--file', '-p', '--project-dir', '--jobs', '-l']

/** `make test`: targets by name; alone it builds. A variable given with it may change any command. */
const make: Program = (call) => {
  const options = readOptions(call.args, { valued: TARGETED })
  const { operands } = options
  const targets = operands.map(({ text }) => text)
  const isPlain = targets.every((name) => isCheck(name) || name === 'all')
  if (targets.some((name) => /^\w+=/u.test(name))) {
    call.judging.note(unknown(`\`${whoOf(call)}\` sets a variable, which may change what it runs.`))
  } else if (!isPlain) {
    call.judging.note(risky(`\`${whoOf(call)}\` runs commands of the project’s own build.`))
  }
  if (/^g?make$/u.test(call.name) && isPrinting(call, options))
    call.judging.note(showsVariables(whoOf(call)))
  // Their values may stand in the same word: `-C/tmp`.
  notePlaces(call, valuesOf(options, '-C', '--directory', '-f', '--file'))
  const isEvaluating = call.args.some(({ text }) => /^--eval|^-[^-CfIjloW]*E/u.test(text))
  if (isEvaluating || has(options, '--eval'))
    call.judging.note(unknown(`\`${whoOf(call)}\` runs commands it is given.`))
  return UNREADABLE
}

/**
 * `-p` alone or among other letters prints every variable, those of the environment too. Behind a
 * letter whose option takes a value, the rest of the word is that value.
 */
function isPrinting({ args }: Call, options: Options): boolean {
  return (
    has(options, '--print-data-base') || args.some(({ text }) => /^-[^-CfIjloWE]*p/u.test(text))
  )
}

const pip: Program = (call) => {
  const verb = call.args.find(({ text }) => !text.startsWith('-'))?.text
  const isShowing = verb !== undefined && /^(?:list|show|freeze|check|help|index)$/u.test(verb)
  const isBare = verb === undefined
  if (!isShowing && !isBare)
    call.judging.note(risky(`\`${whoOf(call)}\` changes what is installed.`))
  return UNREADABLE
}

const CHECKERS = [
  'tsc tsgo eslint oxlint biome vitest jest mocha ava tap c8 nyc pytest py.test unittest',
  'mypy pyright flake8 pylint ruff bandit tox nox coverage shellcheck hadolint yamllint',
  'markdownlint stylelint knip depcruise rspec rubocop phpunit phpstan psalm ctest ninja',
  'rustc javac golangci-lint gcc g++ cc c++ clang clang++ clang-tidy cppcheck staticcheck',
  'swiftc esbuild webpack rollup tsup swc attw publint ktlint detekt swiftlint vue-tsc',
  'svelte-check typedoc compileall py_compile doctest json.tool',
].flatMap((line) => line.split(' '))

const FORMATTERS =
  'prettier black isort gofmt goimports rustfmt clang-format dprint autopep8'.split(' ')

const playwright: Program = (call) => {
  const verb = call.args[0]?.text
  if (verb === 'test') return noteSteered(call)
  call.judging.note(risky(`\`${whoOf(call)}\` starts or installs a browser.`))
  return UNREADABLE
}

const bundler: Program = (call) => {
  if (call.args[0]?.text === 'build' || call.args[0]?.text === 'check') return noteSteered(call)
  call.judging.note(risky(`\`${whoOf(call)}\` starts a server, or changes files.`))
  return UNREADABLE
}

const cmake: Program = (call) => {
  const isBuilding = call.args.some(({ text }) => text === '--build' || text === '--version')
  if (!isBuilding) call.judging.note(risky(`\`${whoOf(call)}\` sets up a build.`))
  if (call.args.some(({ text }) => /^-[PE]$/u.test(text))) {
    call.judging.note(unknown(`\`${whoOf(call)}\` runs a script or command.`))
  }
  return UNREADABLE
}

/** Programs that build, test, check and install. */
export const building: Programs = {
  ...Object.fromEntries(Object.entries(packageTools).map(([name, spec]) => [name, tool(spec)])),
  ...named(['npx', 'pnpx', 'bunx', 'uvx', 'pipx'], packageRunner),
  ...named(CHECKERS, checker),
  ...named(FORMATTERS, formatter),
  ...named(
    ['make', 'gmake', 'just', 'task', 'rake', 'gradle', 'gradlew', 'mvn', 'mvnw', 'ant', 'bazel'],
    make,
  ),
  ...named(['pip', 'pip3', 'conda', 'mamba'], pip),
  ...named(
    ['vite', 'next', 'nuxt', 'astro', 'electron-vite', 'ng', 'storybook', 'hugo', 'mkdocs'],
    bundler,
  ),
  cmake,
  playwright,
}
