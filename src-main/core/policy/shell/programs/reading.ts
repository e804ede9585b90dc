import { noteRead } from '../file-access.ts'
import type { Call } from '../judging.ts'
import { EVERYTHING, type Field, LISTED, madeOf, type Output, UNREADABLE } from '../values.ts'
import { dangerous, risky, unknown } from '../verdict.ts'
import {
  accessOf,
  has,
  judged,
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

/** Options of many programs that take a value which is no path. */
const COUNTS = ['-n', '-c', '-m', '-d', '-A', '-B', '-C', '-L', '-w', '-s', '-k', '-t', '-I', '-D']

/** A value of an option that can only be a path. */
function notePathsInOptions(call: Call): void {
  for (const { text } of call.args) {
    const value = /^--?[\w-]+=(?<value>(?:\/|~|\.\.).*)$/u.exec(text)?.groups?.['value']
    const glued = /^-[a-zA-Z](?<value>\/.+)$/u.exec(text)?.groups?.['value']
    if (value ?? glued) noteRead(accessOf(call), value ?? glued ?? '')
  }
}

/** Whether an option takes a value differs between programs: what could be a path is taken for one. */
function wordsOf({ args }: Call): readonly Field[] {
  const end = args.findIndex(({ text }) => text === '--')
  return args.filter(({ text }, at) => !text.startsWith('-') || (end !== -1 && at > end))
}

/** Where a slash stands alone it is what divides their columns. */
const DIVIDING: ReadonlySet<string> = new Set(['cut', 'paste', 'column', 'join', 'comm'])

const reader: Program = (call) => {
  const isDivider = ({ text }: Field) => text === '/' && DIVIDING.has(call.name)
  readAll(
    call,
    wordsOf(call).filter((word) => !isDivider(word)),
  )
  notePathsInOptions(call)
  return madeOf(call.input)
}

/** Among what a search is given: all but the pattern, which is the first unless an option gives it. */
function searchedIn(call: Call, options: Options, patterns: readonly string[]): readonly Field[] {
  const given = new Set(patterns.flatMap((name) => options.values.get(name) ?? []))
  const words = wordsOf(call).filter(({ text }) => !given.has(text))
  return given.size > 0 || has(options, '--files') ? words : words.slice(1)
}

function noteFollowing(call: Call, options: Options, ...names: readonly string[]): void {
  if (!names.some((name) => options.flags.has(name))) return
  call.judging.note(risky(`\`${whoOf(call)}\` follows links, which may lead out of the project.`))
}

/** The first operand is a pattern or a program of its own, unless an option gives one. */
function searcher(patterns: readonly string[]): Program {
  return (call) => {
    const options = readOptions(call.args, { valued: [...COUNTS, ...patterns] })
    const isGiven = patterns.some((name) => options.flags.has(name))
    readAll(call, valuesOf(options, '-f', '--file', '--from-file').map(toPath))
    const paths = isGiven ? options.operands : options.operands.slice(1)
    readAll(call, searchedIn(call, options, ['-e', '--regexp']))
    noteFollowing(call, options, '-R', '--dereference-recursive')
    notePathsInOptions(call)
    const isListing = has(options, '-l', '-L', '--files-with-matches', '--files')
    return isListing ? listed(call, paths) : madeOf(call.input)
  }
}

/** Names of some files below the folders; nobody knows which. */
export function listed(call: Call, folders: readonly Field[]): Output {
  const targets = folders.length > 0 ? targetsOfAll(call, folders) : []
  const paths = targets.length > 0 ? targets.map(({ path }) => path) : [...call.scope.cwds]
  return paths.map((path) => `${path}/${LISTED}\n`)
}

const ls: Program = (call) => {
  const { operands } = readOptions(call.args, { valued: ['-I', '-w'] })
  readAll(call, operands)
  const isFolder = operands.length < 2 && !operands[0]?.isPattern
  return isFolder ? ['*\n'] : [`${operands.map(({ text }) => text).join('\n')}\n`]
}

const sort: Program = (call) => {
  const options = readOptions(call.args, { valued: [...COUNTS, '-o', '--output', '-T', '-S'] })
  readAll(call, wordsOf(call))
  notePathsInOptions(call)
  writeAll(call, valuesOf(options, '-o', '--output').map(toPath))
  if (options.flags.has('--compress-program')) {
    call.judging.note(unknown(`\`${whoOf(call)}\` runs another program.`))
  }
  return call.input && options.operands.length === 0 ? call.input : UNREADABLE
}

const uniq: Program = (call) => {
  const [source, target] = readOptions(call.args, { valued: ['-f', '-s', '-w'] }).operands
  if (source) readAll(call, [source])
  if (target) writeAll(call, [target])
  return source ? UNREADABLE : (call.input ?? UNREADABLE)
}

function toPath(text: string): Field {
  return { text, isPattern: false }
}

const rg: Program = (call) => {
  const isRunning = call.args.some(({ text }) => /^--(?:pre|hostname-bin)(?:=|$)/u.test(text))
  if (isRunning) call.judging.note(unknown(`\`${whoOf(call)}\` runs a program on what it reads.`))
  const valued = ['-e', '--regexp', '-f', '--file']
  const others = ['-g', '--glob', '-t', '--type', '-T', '-r', '--replace', '--max-depth', '--sort']
  const options = readOptions(call.args, { valued: [...COUNTS, ...valued, ...others] })
  const hasPattern = valued.some((name) => options.flags.has(name)) || has(options, '--files')
  const paths = hasPattern ? options.operands : options.operands.slice(1)
  readAll(call, valuesOf(options, '-f', '--file').map(toPath))
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
  const file = toPath(output[0]?.trim() ?? LISTED)
  return call.judging.call([...call.args.slice(run + 1), file], call.scope.copy(), undefined)
}

/** `sed` runs commands (`e`) and writes files (`w`) by its own language. */
const sed: Program = (call) => {
  const valued = ['-e', '--expression', '-f', '--file', '-l']
  const options = readOptions(call.args, { valued: [...valued, '-E', '-I'].slice(0, 5) })
  const scripts = valuesOf(options, '-e', '--expression')
  const isGiven = scripts.length > 0 || has(options, '-f', '--file')
  const [script, ...rest] = options.operands
  const all = isGiven ? scripts : [script?.text ?? '']
  const paths = isGiven ? options.operands : rest
  if (all.some(runsOrWrites)) {
    call.judging.note(unknown(`The script of \`${whoOf(call)}\` can run commands or write files.`))
  }
  if (has(options, '-f', '--file')) {
    call.judging.note(unknown(`The script of \`${whoOf(call)}\` can run commands or write files.`))
  }
  const isInPlace = [...options.flags].some((flag) => /^(?:-i|-I|--in-place)/u.test(flag))
  if (isInPlace) {
    writeAll(call, paths)
    call.judging.note(risky(`\`${whoOf(call)}\` changes files in place.`))
  } else readAll(call, paths)
  return madeOf(call.input)
}

function runsOrWrites(script: string): boolean {
  const isPlain = /^(?:[\d,$!~+ ]*|\/(?:[^/\\]|\\.)*\/[, ]*)*[pdqg=]?$/u.test(script.slice(0, 500))
  if (isPlain && script.length <= 500) return false
  return !script.split(';').every(isHarmlessCommand)
}

function isHarmlessCommand(command: string): boolean {
  if (command.length > 300) return false
  const address = String.raw`(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)`
  const plain = new RegExp(`^\\s*(?:${address}(?:,${address})?)?!?\\s*[pdqDPnNGHhx=]?\\s*$`, 'u')
  const changed = /^\s*[^sye]*[sy](?<mark>[/|#,:@!])(?<body>.*)\k<mark>(?<flags>[gipI\d]*)\s*$/u
  return plain.test(command) || changed.test(command)
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
  const roots = folders.length > 0 ? folders : [toPath('.')]
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
  if (written !== -1) writeAll(call, [toPath(tests[written + 1] ?? '')])
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
  const argv = [toPath('rm'), toPath('-rf'), ...found.map(toPath)]
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

const showsSecrets = judged((call) =>
  risky(`\`${whoOf(call)}\` shows what is in the environment, secrets perhaps.`),
)

const writesWithOption =
  (option: RegExp): Program =>
  (call) => {
    const isWriting = call.args.some(({ text }) => option.test(text))
    const { operands } = readOptions(call.args, { valued: COUNTS })
    if (isWriting) writeAll(call, operands.slice(1))
    else readAll(call, operands.slice(1))
    if (isWriting) call.judging.note(risky(`\`${whoOf(call)}\` changes files in place.`))
    return madeOf(call.input)
  }

const PS_VALUED = [
  ...['-u', '-U', '-C', '-p', '-o', '-O', '-g', '-G', '-t', '-s', '-q', '-k', '--user', '--pid'],
  ...['--sort', '--format', '--ppid', '--group', '--tty', '--sid'],
]

/** With `e` behind no dash, or `-E`, it shows what programs were started with: keys among it. */
const ps = judged((call) => {
  const { operands, flags } = readOptions(call.args, { valued: PS_VALUED })
  const formats = call.args.map(({ text }) => text)
  const isShowing =
    flags.has('-E') ||
    operands.some(({ text }) => /^[a-zA-Z]*e[a-zA-Z]*$/u.test(text)) ||
    formats.some((text) => /environ/iu.test(text))
  if (!isShowing) return undefined
  return dangerous(`\`${whoOf(call)}\` shows what other programs were started with, keys perhaps.`)
})

const date = judged((call) => {
  const { values } = readOptions(call.args, {
    valued: ['-f', '--file', '-r', '--reference', '-d', '-s'],
  })
  readAll(
    call,
    ['-f', '--file', '-r', '--reference'].flatMap((key) => values.get(key) ?? []).map(toPath),
  )
  const isSetting = call.args.some(({ text }) => /^(?:-s|--set|\d{8,})/u.test(text))
  return isSetting ? dangerous(`\`${whoOf(call)}\` sets the machine’s clock.`) : undefined
})

/** They read, but for what one option says. */
const writer =
  (...names: readonly string[]): Program =>
  (call) => {
    writeAll(call, valuesOf(readOptions(call.args, { valued: names }), ...names).map(toPath))
    noteFollowing(call, readOptions(call.args), '-l')
    return reader(call)
  }

/** They read, but for options by which they run or load something. */
const steerable =
  (pattern: RegExp): Program =>
  (call) => {
    if (call.args.some(({ text }) => pattern.test(text))) {
      call.judging.note(unknown(`\`${whoOf(call)}\` can run another program by that option.`))
    }
    return reader(call)
  }

const loader: Program = (call) => {
  call.judging.note(risky(`\`${whoOf(call)}\` may run the program it looks at.`))
  return reader(call)
}

/** Programs that only read, whatever their options. */
const READERS = [
  ...['wc', 'stat', 'file', 'du', 'df', 'diff', 'cmp', 'comm', 'cut', 'nl'],
  ...['od', 'hexdump', 'strings', 'realpath', 'readlink', 'md5sum', 'sha1sum', 'sha256sum', 'md5'],
  ...['sha512sum', 'shasum', 'cksum', 'sum', 'column', 'paste', 'fold', 'fmt', 'join', 'expand'],
  ...['unexpand', 'eza', 'exa', 'cloc', 'tokei', 'scc', 'zcat'],
  ...['size', 'look', 'colordiff', 'delta', 'jless', 'numfmt', 'vdir', 'dir', 'b2sum'],
]

/** Programs that tell something of the machine and take no paths. */
const TELLING = [
  ...['whoami', 'id', 'uname', 'arch', 'nproc', 'uptime', 'free', 'cal', 'locale', 'groups', 'who'],
  ...['pgrep', 'pidof', 'tty', 'getconf', 'lscpu', 'sw_vers', 'lsb_release', 'clear', 'tput'],
  ...['whereis', 'info', 'apropos', 'whatis', 'users', 'w', 'logname', 'hostid', 'factor'],
]

/** Programs that read. */
export const reading: Programs = {
  ...named(READERS, reader),
  ...named(['tree'], writer('-o')),
  ...named(['shuf'], writer('-o', '--output')),
  ...named(['less', 'more'], steerable(/^(?:-[a-zA-Z]*[kKoO]|--(?:lesskey|log-file)|\+)/u)),
  ...named(['bat', 'batcat'], steerable(/^--(?:pager|config-file|map-syntax)/u)),
  ...named(['nm', 'objdump'], steerable(/^--plugin/u)),
  ...named(
    ['man'],
    steerable(/^(?:-[a-zA-Z]*[PHCMl]|--(?:pager|html|config-file|manpath|local-file))/u),
  ),
  ...named(['ldd'], loader),
  ...named(TELLING, () => UNREADABLE),
  ...named(
    ['grep', 'egrep', 'fgrep', 'ggrep', 'zgrep', 'ag', 'ack'],
    searcher(['-e', '-f', '--regexp', '--file']),
  ),
  ...named(['jq'], searcher(['-f', '--from-file'])),
  ...named(['yq'], writesWithOption(/^-\w*i|^--inplace/u)),
  ...named(['ls', 'gls'], ls),
  ...named(['printenv'], showsSecrets),
  ...named(['find', 'gfind'], find),
  ...named(['fd', 'fdfind'], fd),
  ...named(['sed', 'gsed'], sed),
  date,
  ps,
  rg,
  sort,
  uniq,
}
