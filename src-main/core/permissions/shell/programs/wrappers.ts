import { quoteWord } from '../../../programs/shell-words.ts'
import { judgeRemoval, judgeVariable } from '../assignments.ts'
import type { Call } from '../judging.ts'
import { type Field, isKnown, type Output, toField, UNKNOWN, UNREADABLE, unite } from '../values.ts'
import { dangerous, type Finding, risky, showsVariables, unknown } from '../verdict.ts'
import {
  firstOf,
  has,
  named,
  type Options,
  type Program,
  type Programs,
  readAll,
  readOptions,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'

interface Wrapper {
  /** Options that take a value of their own. */
  readonly valued?: readonly string[]
  /** Words between its options and the command: a duration, a user. */
  readonly skipped?: number
  /** `NAME=value` may stand in front of the command. */
  readonly hasVariables?: boolean
  /** What running it means, whatever the command. */
  readonly risk?: string
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: {
    valued: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-U', '-D', '-R', '-T', '--user', '--group'],
    hasVariables: true,
    risk: 'runs with the rights of the administrator',
  },
  doas: { valued: ['-u', '-C'], risk: 'runs with the rights of the administrator' },
  pkexec: { valued: ['--user'], risk: 'runs with the rights of the administrator' },
  nohup: {},
  setsid: {},
  time: { valued: ['-f', '-o', '--format', '--output'] },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '-n', '-t', '--class', '--classdata'] },
  chrt: { valued: ['-T', '-P', '-D'], skipped: 1 },
  taskset: { skipped: 1 },
  timeout: { valued: ['-s', '-k', '--signal', '--kill-after'], skipped: 1 },
  gtimeout: { valued: ['-s', '-k', '--signal', '--kill-after'], skipped: 1 },
  stdbuf: { valued: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  unbuffer: {},
  caffeinate: { valued: ['-t', '-w'] },
  builtin: {},
  coproc: {},
  command: {},
  busybox: {},
  toybox: {},
  catchsegv: {},
  faketime: { skipped: 1 },
  strace: { valued: ['-e', '-o', '-s', '-p', '-E', '-P'], risk: 'watches another program' },
  ltrace: { valued: ['-e', '-o', '-s', '-p'], risk: 'watches another program' },
  unshare: { valued: ['-S', '-G', '-R', '-w'], risk: 'runs in a world of its own' },
  nsenter: { valued: ['-t', '-S', '-G'], risk: 'runs in another world' },
  chroot: { skipped: 1, valued: ['--userspec', '--groups'], risk: 'runs in another root' },
  flock: { skipped: 1, valued: ['-w', '-E', '--timeout'], risk: 'holds a lock' },
  setarch: { skipped: 1 },
  firejail: { risk: 'runs in a world of its own' },
  proot: { valued: ['-r', '-b', '-w'], risk: 'runs in another root' },
  fakeroot: {},
  dotenv: { valued: ['-e'] },
  'cross-env': { hasVariables: true },
  'systemd-run': { valued: ['-p', '-u', '-E', '--unit', '--property'], risk: 'starts a service' },
  runuser: { valued: ['-u', '-g'], risk: 'runs as somebody else' },
  setpriv: { valued: ['--reuid', '--regid'], risk: 'runs as somebody else' },
  'dbus-run-session': {},
  'xvfb-run': { valued: ['-n', '-s', '-e', '-f', '-w'] },
  rlwrap: {},
  proxychains: {},
  torsocks: {},
}

function wrapper({ valued = [], skipped = 0, hasVariables, risk }: Wrapper): Program {
  return (call) => {
    const options = readOptions(call.args, { valued, isOrdered: true })
    const { operands, flags } = options
    writeAll(
      call,
      valuesOf(options, '-o', '--output')
        .filter((text) => /[/.]/u.test(text))
        .map(toField),
    )
    if (risk) call.judging.note(risky(`\`${whoOf(call)}\` ${risk}.`))
    const words = operands.slice(skipped)
    const command = hasVariables ? withoutVariables(call, words) : words
    const isAsking = call.name === 'command' && (flags.has('-v') || flags.has('-V'))
    if (isAsking) return [`${command.map(({ text }) => text).join('\n')}\n`]
    if (command.length === 0) return runShell(call, flags)
    // `flock file -c 'command'`, `sudo -s command` and the like.
    const isCode = command[0]?.text === '-c' && command[1]
    if (isCode) return call.judging.run(isCode.text, call.scope, call.input)
    return call.judging.call(command, call.scope, call.input)
  }
}

/** `sudo -s`, and whatever else starts a shell where no command is given. */
function runShell(call: Call, flags: ReadonlySet<string>): Output {
  const isShell = ['-s', '-i', '--shell', '--login'].some((flag) => flags.has(flag))
  return isShell ? call.judging.call([toField('sh')], call.scope.copy(), call.input) : UNREADABLE
}

function withoutVariables(call: Call, words: readonly Field[]): readonly Field[] {
  const end = words.findIndex(({ text }) => !/^[a-zA-Z_]\w*=/u.test(text))
  const variables = words.slice(0, end === -1 ? words.length : end)
  for (const { text } of variables) {
    const equals = text.indexOf('=')
    const name = text.slice(0, equals)
    call.judging.note(judgeVariable(name, text.slice(equals + 1)))
    call.scope.setText(name, [text.slice(equals + 1)])
  }
  return words.slice(variables.length)
}

const ENV_VALUED = ['-u', '-C', '-S', '--unset', '--chdir', '--split-string']

function clears(call: Call): Finding {
  return unknown(`\`${whoOf(call)}\` removes variables that keep git from running other programs.`)
}

const exec: Program = (call) => {
  const spec = { valued: ['-a'] }
  const { flags } = readOptions(call.args, { ...spec, isOrdered: true })
  if (flags.has('-c')) call.judging.note(clears(call))
  return wrapper(spec)(call)
}

function noteRemovals(call: Call, options: Options): void {
  if (has(options, '-i', '--ignore-environment')) call.judging.note(clears(call))
  for (const [option, names] of options.values) {
    const isUnset = option === '-u' || /^--u(?:n(?:s(?:et?)?)?)?$/u.test(option)
    if (isUnset) for (const name of names) call.judging.note(judgeRemoval(name))
  }
}

const env: Program = (call) => {
  const options = readOptions(call.args, { valued: ENV_VALUED, isOrdered: true })
  noteRemovals(call, options)
  const scope = call.scope.copy()
  const [folder] = valuesOf(options, '-C', '--chdir')
  if (folder) call.judging.run(`cd ${quoteWord(folder)}`, scope, undefined)
  const inner = { ...call, scope }
  const command = withoutVariables(inner, options.operands)
  const [split] = valuesOf(options, '-S', '--split-string')
  if (split !== undefined) {
    const rest = command.map(({ text }) => quoteWord(text)).join(' ')
    return call.judging.run(`${split} ${rest}`, scope, call.input)
  }
  if (command.length > 0) return call.judging.call(command, scope, call.input)
  call.judging.note(showsVariables(whoOf(call)))
  return UNREADABLE
}

const XARGS_VALUED = [
  ...['-I', '-n', '-P', '-L', '-d', '-s', '-a', '-E', '--max-args', '--max-procs', '--delimiter'],
  ...['--arg-file', '--replace', '--max-lines'],
]

const xargs: Program = (call) => {
  const options = readOptions(call.args, { valued: XARGS_VALUED, isOrdered: true })
  const command = options.operands.length > 0 ? options.operands : [toField('echo')]
  const [mark] = valuesOf(options, '-I', '--replace')
  readAll(call, valuesOf(options, '-a', '--arg-file').map(toField))
  const input = has(options, '-a', '--arg-file') ? UNREADABLE : (call.input ?? UNREADABLE)
  const outputs = input.map((text) => {
    const argvs = mark
      ? linesOf(text).map((line) => replaceMark(command, mark, line))
      : [[...command, ...itemsOf(text)]]
    return argvs.flatMap((argv) => call.judging.call(argv, call.scope.copy(), undefined))
  })
  return unite(outputs.flat())
}

function itemsOf(text: string): readonly Field[] {
  if (!isKnown(text)) return [toField(UNKNOWN)]
  const words = text.split(/[\s\0]+/u).filter(Boolean)
  return firstOf(words).map((word) => toField(word.replaceAll(/['"\\]/gu, '')))
}

function linesOf(text: string): readonly string[] {
  return firstOf(text.split(/[\n\0]+/u).filter(Boolean))
}

/** With a mark, each line of the input is one argument, or a part of one. */
function replaceMark(command: readonly Field[], mark: string, line: string): readonly Field[] {
  return command.map(({ text }) => toField(text.replaceAll(mark, line.trim())))
}

const su: Program = (call) => {
  const { values } = readOptions(call.args, { valued: ['-c', '--command', '-s', '--shell', '-g'] })
  call.judging.note(risky(`\`${whoOf(call)}\` runs as somebody else.`))
  for (const name of ['-c', '--command']) {
    for (const text of values.get(name) ?? []) call.judging.run(text, call.scope.copy(), call.input)
  }
  if (!values.has('-c') && !values.has('--command')) {
    for (const text of call.input ?? [UNKNOWN]) call.judging.run(text, call.scope.copy(), undefined)
  }
  return UNREADABLE
}

/** Runs its words joined to one text, as `watch` and `script -c` do. */
function joining(valued: readonly string[], codes: readonly string[]): Program {
  return (call) => {
    const options = readOptions(call.args, { valued: [...valued, ...codes], isOrdered: true })
    const codeTexts = valuesOf(options, ...codes)
    const words = options.operands.map(({ text }) => text).join(' ')
    const texts = codes.length > 0 ? codeTexts : words ? [words] : []
    for (const text of texts) call.judging.run(text, call.scope.copy(), call.input)
    if (texts.length === 0) call.judging.note(unknown(`\`${whoOf(call)}\` opens a shell.`))
    return UNREADABLE
  }
}

const parallel: Program = (call) => {
  const mark = call.args.findIndex(({ text }) => /^:::/u.test(text))
  const command = mark === -1 ? call.args : call.args.slice(0, mark)
  const { operands } = readOptions(command, {
    valued: ['-j', '-I', '-N', '--jobs'],
    isOrdered: true,
  })
  const given = mark === -1 ? (call.input ?? UNREADABLE) : []
  const items = mark === -1 ? given.flatMap(itemsOf) : call.args.slice(mark + 1)
  for (const item of items) {
    const hasMark = operands.some(({ text }) => text.includes('{}'))
    const words = operands.map(({ text }) => text.replaceAll('{}', item.text))
    const text = [...words, ...(hasMark ? [] : [item.text])].join(' ')
    call.judging.run(text, call.scope.copy(), undefined)
  }
  return UNREADABLE
}

const later: Program = (call): Output => {
  for (const text of call.input ?? []) call.judging.run(text, call.scope.copy(), undefined)
  call.judging.note(dangerous(`\`${whoOf(call)}\` has commands run later, when nobody looks.`))
  return UNREADABLE
}

/** Programs that run another, which is judged as if it stood alone. */
export const wrappers: Programs = {
  ...Object.fromEntries(Object.entries(WRAPPERS).map(([name, spec]) => [name, wrapper(spec)])),
  ...named(['at', 'batch'], later),
  env,
  exec,
  xargs,
  su,
  parallel,
  watch: joining(['-n', '--interval', '-d'], []),
  script: joining(['-t', '-T', '-O', '-I', '-o', '-E'], ['-c', '--command']),
}
