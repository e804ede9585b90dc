import type { Call } from '../judging.ts'
import { EVERYTHING, type Field, LISTED, madeOf, type Output, toField } from '../values.ts'
import { risky, showsVariables, unknown } from '../verdict.ts'
import {
  has,
  named,
  type Options,
  type Program,
  type Programs,
  readAll,
  readOptions,
  targetsOfAll,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'
import { readsEnvironment } from './jq-filter.ts'
import { COUNTS, noteFollowing, notePathsInOptions, wordsOf } from './read-paths.ts'

/** Among what a search is given: all but the pattern, which is the first unless an option gives it. */
function searchedIn(call: Call, options: Options, patterns: readonly string[]): readonly Field[] {
  const given = new Set(patterns.flatMap((name) => options.values.get(name) ?? []))
  const words = wordsOf(call).filter(({ text }) => !given.has(text))
  return given.size > 0 || has(options, '--files') ? words : words.slice(1)
}

/** The first operand is a pattern or a program of its own, unless an option gives one. */
function searcher(patterns: readonly string[]): Program {
  return (call) => {
    const options = readOptions(call.args, { valued: [...COUNTS, ...patterns] })
    const isGiven = patterns.some((name) => options.flags.has(name))
    readAll(call, valuesOf(options, '-f', '--file', '--from-file').map(toField))
    const paths = isGiven ? options.operands : options.operands.slice(1)
    readAll(call, searchedIn(call, options, ['-e', '--regexp']))
    noteFollowing(call, options, '-R', '--dereference-recursive')
    notePathsInOptions(call)
    const isListing = has(options, '-l', '-L', '--files-with-matches', '--files')
    return isListing ? listed(call, paths) : madeOf(call.input)
  }
}

/** Names of some files below the folders; nobody knows which. */
function listed(call: Call, folders: readonly Field[]): Output {
  const targets = folders.length > 0 ? targetsOfAll(call, folders) : []
  const paths = targets.length > 0 ? targets.map(({ path }) => path) : [...call.scope.cwds]
  return paths.map((path) => `${path}/${LISTED}\n`)
}

const rg: Program = (call) => {
  const isRunning = call.args.some(({ text }) => /^--(?:pre|hostname-bin)(?:=|$)/u.test(text))
  if (isRunning) call.judging.note(unknown(`\`${whoOf(call)}\` runs a program on what it reads.`))
  const valued = ['-e', '--regexp', '-f', '--file']
  const others = ['-g', '--glob', '-t', '--type', '-T', '-r', '--replace', '--max-depth', '--sort']
  const options = readOptions(call.args, { valued: [...COUNTS, ...valued, ...others] })
  const hasPattern = valued.some((name) => options.flags.has(name)) || has(options, '--files')
  const paths = hasPattern ? options.operands : options.operands.slice(1)
  readAll(call, valuesOf(options, '-f', '--file').map(toField))
  readAll(call, searchedIn(call, options, ['-e', '--regexp']))
  noteFollowing(call, options, '-L', '--follow')
  notePathsInOptions(call)
  const isListing = has(options, '-l', '--files-with-matches', '--files', '--files-without-match')
  return isListing ? listed(call, paths) : madeOf(call.input)
}

const fd: Program = (call) => {
  const run = call.args.findIndex(({ text }) => /^(?:-[xX]|--exec(?:-batch)?)$/u.test(text))
  const own = run === -1 ? call.args : call.args.slice(0, run)
  const { operands } = readOptions(own, {
    valued: ['-e', '-t', '-E', '-d', '--type', '--extension'],
  })
  readAll(call, wordsOf({ ...call, args: own }).slice(1))
  noteFollowing(call, readOptions(own), '-L', '--follow')
  const output = listed(call, operands.slice(1))
  if (run === -1) return output
  const file = toField(output[0]?.trim() ?? LISTED)
  return call.judging.call([...call.args.slice(run + 1), file], call.scope.copy(), undefined)
}

const FILTERS =
  /^-(?:i?name|i?path|i?regex|i?wholename|newer\w*|size|[acm]time|[acm]min|user|empty)$/u
const RUNNING = /^-(?:exec|execdir|ok|okdir)$/u

/** Everything below the folders it starts from, to be deleted or given to a program. */
const find: Program = (call) => {
  const words = call.args.map(({ text }) => text)
  const first = words.findIndex((word) => /^[-(!]/u.test(word) && !/^-(?:[HLP]|O\d)$/u.test(word))
  const starts = call.args.slice(0, first === -1 ? words.length : first)
  const folders = starts.filter(({ text }) => !text.startsWith('-'))
  const roots = folders.length > 0 ? folders : [toField('.')]
  readAll(call, roots)
  if (words.some((word) => /^-(?:L|follow)$/u.test(word))) {
    call.judging.note(risky(`\`${whoOf(call)}\` follows links, which may lead out of the project.`))
  }
  readAll(
    call,
    words.flatMap((word, at) =>
      /^-(?:files0-from|newer\w*|samefile)$/u.test(word) ? call.args.slice(at + 1, at + 2) : [],
    ),
  )
  const tests = words.slice(folders.length)
  const found = roots.map(({ text }) => `${text}/${isFiltered(tests) ? LISTED : EVERYTHING}`)
  if (tests.includes('-delete')) deleteFound(call, found)
  const written = tests.findIndex((word) => /^-f(?:printf?|print0|ls)$/u.test(word))
  if (written !== -1) writeAll(call, [toField(tests[written + 1] ?? '')])
  for (const command of commandsIn(call.args.slice(folders.length))) execute(call, command, found)
  return found.map((path) => `${path}\n`)
}

/** Narrowed by something that leaves files out. */
function isFiltered(tests: readonly string[]): boolean {
  return tests.some((word, index) => {
    const value = tests[index + 1] ?? ''
    return FILTERS.test(word) && !/^["']?[*./?]*["']?$/u.test(word === '-empty' ? 'x' : value)
  })
}

function deleteFound(call: Call, found: readonly string[]): void {
  const argv = [toField('rm'), toField('-rf'), ...found.map(toField)]
  call.judging.call(argv, call.scope.copy(), undefined)
}

function commandsIn(args: readonly Field[]): readonly (readonly Field[])[] {
  const commands: Field[][] = []
  let isInside = false
  for (const field of args) {
    if (isInside && (field.text === ';' || field.text === '+')) isInside = false
    else if (isInside) commands.at(-1)?.push(field)
    else if (RUNNING.test(field.text)) {
      commands.push([])
      isInside = true
    }
  }
  return commands
}

function execute(call: Call, command: readonly Field[], found: readonly string[]): void {
  for (const path of found) {
    const argv = command.map((field) => ({ ...field, text: field.text.replaceAll('{}', path) }))
    call.judging.call(argv, call.scope.copy(), undefined)
  }
}

const jq: Program = (call) => {
  if (readsEnvironment(call.args)) call.judging.note(showsVariables(whoOf(call)))
  return searcher(['-f', '--from-file'])(call)
}

/** Programs that find files, or lines in them. */
export const searching: Programs = {
  ...named(
    ['grep', 'egrep', 'fgrep', 'ggrep', 'zgrep', 'ag', 'ack'],
    searcher(['-e', '-f', '--regexp', '--file']),
  ),
  ...named(['jq', 'gojq', 'jaq'], jq),
  ...named(['find', 'gfind'], find),
  ...named(['fd', 'fdfind'], fd),
  rg,
}
