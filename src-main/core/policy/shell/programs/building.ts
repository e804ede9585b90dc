import { noteRuled } from '../file-access.ts'
import type { Call } from '../judging.ts'
import { type Output, UNREADABLE } from '../values.ts'
import { dangerous, risky, unknown } from '../verdict.ts'
import {
  accessOf,
  named,
  type Program,
  type Programs,
  readOptions,
  targetsOfAll,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'
import { packageTools, type Tool } from './package-tools.ts'

/**
 * Building, testing and checking run the project's own code, which an agent may have written: they
 * are safe all the same, because an agent that cannot test what it wrote without asking is of little
 * use, because what they run is in files a person sees changed, and because they run with no keys.
 * Any other script of the project asks: its name says nothing of what it does.
 *
 * So `package.json`'s test script, a Makefile's `test`, `.npmrc`, `conftest.py`, the configuration of
 * vitest, eslint or tsc, and what lies in `node_modules/.bin` may be written and then run unasked: all
 * of these are the project's own code, and to judge one of them would leave the others. What is on the
 * command line itself is judged: options and variables that name another program ask, as does writing
 * git's hooks and settings, which steer programs that do not run the project's code.
 */
const CHECKS =
  /^(?:(?:un)?tests?|spec|e2e|unit|integration|check|checks|lint|types?|typecheck|type-check|tsc|build|compile|coverage|ci|verify|validate|format[:-]check|fmt[:-]check|prettier[:-]check|bench)(?:[:_.-][\w:.-]*)?$/iu
const CHANGING_WORD =
  /(?:^|[:_.-])(?:fix|write|update|deploy|publish|release|clean|reset|push)(?:$|[:_.-])/iu

function isCheck(name: string): boolean {
  return CHECKS.test(name) && !CHANGING_WORD.test(name)
}

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

/** Options by which a build or test tool runs another program than its own, or changes files. */
const STEERED =
  /^(?:--(?:script-shell|userconfig|globalconfig|node-options|python-executable|shell|config|require|loader|globalSetup|allow-all|allow-run|eval|manifest-path|rootdir|plugin)(?:=.*)?|-exec|-toolexec|-r=.*|-A|-f?plugin.*|-fplugin.*|-specs.*|-B.*)$/u
const FIXING =
  /^(?:--fix\S*|--write|--update|-u|--updateSnapshot|--unsafe|--in-place|-w|--apply\S*)$/u

function noteSteered(call: Call): Output {
  const words = call.args.map(({ text }) => text)
  if (words.some((word) => STEERED.test(word))) {
    call.judging.note(unknown(`\`${whoOf(call)}\` can run another program by that option.`))
  }
  if (words.some((word) => FIXING.test(word))) {
    call.judging.note(risky(`\`${whoOf(call)}\` changes files.`))
  }
  notePlaces(call)
  noteOutput(call)
  // Many options name what is written.
  for (const word of words) noteRuled(accessOf(call), word.replace(/^-[^=]*=/u, ''))
  return UNREADABLE
}

/** What is built or tested outside the project is somebody else's code. */
function notePlaces(call: Call): void {
  const paths = call.args.flatMap(
    ({ text }) => /^(?:[^=]*=)?(?<path>(?:\/|~|\.\.).*)$/u.exec(text)?.groups?.['path'] ?? [],
  )
  const targets = targetsOfAll(
    call,
    ['.', ...paths].map((text) => ({ text, isPattern: false })),
  )
  const isOutside = targets.some(
    ({ kind }) => kind !== 'inside' && kind !== 'project' && kind !== 'stream',
  )
  if (isOutside) {
    call.judging.note(unknown(`\`${whoOf(call)}\` runs code from outside the project.`))
  }
}

const OUTPUTS = [
  '-o',
  '--output',
  '--out',
  '--outDir',
  '--outdir',
  '--out-dir',
  '--outfile',
  '--outputFile',
  '--output-file',
  '--junitxml',
  '--junit-xml',
  '--target-dir',
  '-d',
  '--prefix',
  '-C',
]

function noteOutput(call: Call): void {
  const options = readOptions(call.args, { valued: OUTPUTS })
  writeAll(
    call,
    valuesOf(options, ...OUTPUTS).map((text) => ({ text, isPattern: false })),
  )
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
  const { operands } = readOptions(call.args, { valued: TARGETED })
  const targets = operands.map(({ text }) => text)
  const isPlain = targets.every((name) => isCheck(name) || name === 'all')
  if (targets.some((name) => /^\w+=/u.test(name))) {
    call.judging.note(unknown(`\`${whoOf(call)}\` sets a variable, which may change what it runs.`))
  } else if (!isPlain) {
    call.judging.note(risky(`\`${whoOf(call)}\` runs commands of the project’s own build.`))
  }
  notePlaces(call)
  const isEvaluating = call.args.some(({ text }) => text.startsWith('--eval'))
  if (isEvaluating) call.judging.note(unknown(`\`${whoOf(call)}\` runs commands it is given.`))
  return UNREADABLE
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
  ...[
    'tsc',
    'tsgo',
    'eslint',
    'oxlint',
    'biome',
    'vitest',
    'jest',
    'mocha',
    'ava',
    'tap',
    'c8',
    'nyc',
  ],
  ...[
    'pytest',
    'py.test',
    'unittest',
    'mypy',
    'pyright',
    'flake8',
    'pylint',
    'ruff',
    'bandit',
    'tox',
    'nox',
  ],
  ...[
    'coverage',
    'shellcheck',
    'hadolint',
    'yamllint',
    'markdownlint',
    'stylelint',
    'knip',
    'depcruise',
  ],
  ...[
    'rspec',
    'rubocop',
    'phpunit',
    'phpstan',
    'psalm',
    'ctest',
    'ninja',
    'rustc',
    'javac',
    'golangci-lint',
  ],
  ...[
    'gcc',
    'g++',
    'cc',
    'c++',
    'clang',
    'clang++',
    'clang-tidy',
    'cppcheck',
    'staticcheck',
    'swiftc',
  ],
  ...[
    'esbuild',
    'webpack',
    'rollup',
    'tsup',
    'swc',
    'attw',
    'publint',
    'ktlint',
    'detekt',
    'swiftlint',
  ],
  ...['vue-tsc', 'svelte-check', 'typedoc', 'compileall', 'py_compile', 'doctest', 'json.tool'],
]

const FORMATTERS = [
  'prettier',
  'black',
  'isort',
  'gofmt',
  'goimports',
  'rustfmt',
  'clang-format',
  'dprint',
  'autopep8',
]

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
