import { type Field, madeOf, toField, UNREADABLE } from '../values.ts'
import { dangerous, risky, showsVariables, unknown } from '../verdict.ts'
import {
  has,
  judged,
  named,
  type Program,
  type Programs,
  readAll,
  readOptions,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'
import { readsEnvironment } from './jq-filter.ts'
import { COUNTS, noteFollowing, notePathsInOptions, wordsOf } from './read-paths.ts'

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
  writeAll(call, valuesOf(options, '-o', '--output').map(toField))
  if (has(options, '--compress-program')) {
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

/** `sed` runs commands (`e`) and writes files (`w`) by its own language. */
const sed: Program = (call) => {
  const valued = ['-e', '--expression', '-f', '--file', '-l']
  const options = readOptions(call.args, { valued })
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

/** Longer scripts count as able to do anything. */
const MAX_SCRIPT = 500
const MAX_SED_COMMAND = 300

const PLAIN_SCRIPT = /^(?:[\d,$!~+ ]|\/(?:[^/\\]|\\.)*\/)*[pdqg=]?$/u

function runsOrWrites(script: string): boolean {
  if (script.length <= MAX_SCRIPT && PLAIN_SCRIPT.test(script)) return false
  return !script.split(';').every((command) => isHarmlessCommand(command.trim()))
}

const PLAIN_COMMAND =
  /^(?:(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)(?:,(?:\d+|\$|\/(?:[^/\\]|\\.)*\/))?)?!?\s*[pdqDPnNGHhx=]?$/u

function isHarmlessCommand(command: string): boolean {
  if (command.length > MAX_SED_COMMAND) return false
  return PLAIN_COMMAND.test(command) || isSubstitution(command)
}

/** Whether it is `s/…/…/g` or `y/…/…/` with any address, without flags that run or write. */
function isSubstitution(command: string): boolean {
  const start = command.search(/[sye]/u)
  const mark = command.charAt(start + 1)
  if (start === -1 || command[start] === 'e' || mark === '' || !'/|#,:@!'.includes(mark))
    return false
  const end = command.lastIndexOf(mark)
  const body = command.slice(start + 2, end)
  return (
    end > start + 1 &&
    !/[\n\r\u2028\u2029]/u.test(body) &&
    /^[gipI\d]*$/u.test(command.slice(end + 1))
  )
}

const showsSecrets = judged((call) => showsVariables(whoOf(call)))

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
    operands.some(({ text }) => /^[a-df-zA-Z]*e[a-zA-Z]*$/u.test(text)) ||
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
    ['-f', '--file', '-r', '--reference'].flatMap((key) => values.get(key) ?? []).map(toField),
  )
  const isSetting = call.args.some(({ text }) => /^(?:-s|--set|\d{8,})/u.test(text))
  return isSetting ? dangerous(`\`${whoOf(call)}\` sets the machine’s clock.`) : undefined
})

/** They read, but for what one option says. */
const writer =
  (...names: readonly string[]): Program =>
  (call) => {
    writeAll(call, valuesOf(readOptions(call.args, { valued: names }), ...names).map(toField))
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

const yq: Program = (call) => {
  const isShowing = call.args.some(({ text }) => /\$ENV\b|\b(?:str)?env\s*\(/u.test(text))
  const isSubstituting = call.args.some(({ text }) => /(?:^|[^.\w])envsubst(?![.\w])/u.test(text))
  if (isShowing || isSubstituting || readsEnvironment(call.args))
    call.judging.note(showsVariables(whoOf(call)))
  if (call.args.some(({ text }) => text.includes('load') && text.includes('("'))) {
    call.judging.note(risky(`\`${whoOf(call)}\` may read other files than it names as arguments.`))
  }
  return writesWithOption(/^-\w*i|^--inplace/u)(call)
}

/** Programs that read what they are named, or tell something of the machine. */
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
  ...named(['yq'], yq),
  ...named(['ls', 'gls'], ls),
  ...named(['printenv'], showsSecrets),
  ...named(['sed', 'gsed'], sed),
  date,
  ps,
  sort,
  uniq,
}
