import type { Call } from '../judging.ts'
import { type Field, type Output, UNREADABLE } from '../values.ts'
import { risky, showsVariables, unknown } from '../verdict.ts'
import {
  named,
  type Program,
  type Programs,
  readAll,
  targetsOfAll,
  textOf,
  whoOf,
  writeAll,
} from './define.ts'
import { noteCode } from './shells.ts'

interface Interpreter {
  /** Options whose value is code. */
  readonly code: RegExp
  /** Options with a value that is not. */
  readonly valued?: readonly string[]
  /** Options by which a module runs as a program: `-m pytest`. */
  readonly module?: string
  /** Where the whole call is a test run or a check of syntax. */
  readonly harmless?: RegExp
}

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  python: { code: /^-\w*c/u, valued: ['-W', '-X'], module: '-m', harmless: /^(?:-V|--version)$/u },
  node: {
    code: /^(?:-\w*[ep]|--eval|--print)(?:=|$)/u,
    valued: ['-C', '--test-reporter', '--test-name-pattern'],
    harmless: /^(?:--test|--check|-c|--version|-v)$/u,
  },
  perl: { code: /^-\w*[eE]/u, harmless: /^(?:-v|-c|--version)$/u },
  ruby: { code: /^-\w*e/u, harmless: /^(?:-v|-c|--version)$/u },
  php: { code: /^-[rBRE]$/u, harmless: /^(?:-v|-l|--version)$/u },
  lua: { code: /^-e/u, harmless: /^-v$/u },
  other: { code: /^(?:-e|-c|--eval|--execute|eval)$/u, harmless: /^--?version$/u },
}

const STEERING =
  /^(?:-r|--require|--import|--loader|--experimental-loader|-M\S*|-I|--inspect-brk=.*)$/u

function interpreter(spec: Interpreter): Program {
  return (call) => {
    const { code, module } = spec
    const index = call.args.findIndex(({ text }) => /^[^-]/u.test(text) && text !== '-')
    const script = index === -1 ? undefined : call.args[index]
    const options = call.args.slice(0, index === -1 ? call.args.length : index)
    const coded = options.findIndex(({ text }) => code.test(text))
    if (coded !== -1) return runCode(call, call.args.slice(coded))
    const last = options.at(-1)?.text
    if (module && last === module && script) return runModule(call, call.args.slice(index))
    if (options.some(({ text }) => STEERING.test(text))) {
      call.judging.note(unknown(`\`${whoOf(call)}\` loads code before the script.`))
    }
    if (options.some(({ text }) => spec.harmless?.test(text))) {
      readAll(
        call,
        call.args.filter(({ text }) => !text.startsWith('-')),
      )
      return UNREADABLE
    }
    return runScript(call, script)
  }
}

function runCode(call: Call, words: readonly Field[]): Output {
  const [option, next] = words
  const glued = /^-\w*?[ecrpE](?<code>[\s\S]+)$/u.exec(option?.text ?? '')?.groups?.['code']
  const equals = /^--\w+=(?<code>[\s\S]*)$/u.exec(option?.text ?? '')?.groups?.['code']
  noteCode(call, equals ?? next?.text ?? glued ?? '')
  if (glued) noteCode(call, glued)
  return UNREADABLE
}

/** `python -m pytest` is `pytest`. */
function runModule(call: Call, words: readonly Field[]): Output {
  return call.judging.call(words, call.scope.copy(), call.input)
}

function runScript(call: Call, script: Field | undefined): Output {
  if (!script) {
    for (const text of call.input ?? ['']) noteCode(call, text)
    return UNREADABLE
  }
  const content = textOf(call, script.text)
  for (const text of content ?? []) noteCode(call, text)
  const isInside = targetsOfAll(call, [script]).every(({ kind }) => kind === 'inside')
  const who = whoOf(call)
  call.judging.note(
    isInside
      ? risky(`\`${who}\` runs a script of the project, which can do anything.`)
      : unknown(`\`${who}\` runs a script from outside the project.`),
  )
  return UNREADABLE
}

/** `awk` runs commands, and writes files, by its own language. */
const awk: Program = (call) => {
  const words = call.args
  const valued = new Set(['-F', '-v', '-f', '--assign', '--field-separator', '--file'])
  const operands: Field[] = []
  for (let index = 0; index < words.length; index++) {
    const text = words[index]?.text ?? ''
    if (valued.has(text)) index++
    else if (!/^-./u.test(text)) operands.push(...words.slice(index, index + 1))
  }
  const isFile = words.some(({ text }) => /^(?:-f|--file)/u.test(text))
  const [program, ...rest] = operands
  if (words.some(({ text }) => /^(?:-[ilE]|--(?:include|load|exec))/u.test(text))) {
    call.judging.note(unknown(`\`${whoOf(call)}\` loads code, which may change files.`))
    writeAll(call, rest)
  }
  const code = isFile ? '' : (program?.text ?? '')
  if (/\bENVIRON\b/u.test(code)) call.judging.note(showsVariables(whoOf(call)))
  if (isFile || /\bsystem\s*\(|\||@load|close|fflush|>\s*["(\w$]/u.test(code)) noteCode(call, code)
  readAll(
    call,
    (isFile ? operands : rest).filter(({ text }) => !/^\w+=/u.test(text)),
  )
  return UNREADABLE
}

/** Editors read keys; what they are told on the command line can run anything. */
const editor: Program = (call) => {
  for (const { text } of call.args) {
    const command = /!(?<command>.+)$/su.exec(text)?.groups?.['command']
    if (command) call.judging.suspect(() => call.judging.run(command, call.scope.copy(), undefined))
  }
  writeAll(
    call,
    call.args.filter(({ text }) => /^[/~]/u.test(text)),
  )
  call.judging.note(unknown(`\`${whoOf(call)}\` can do whatever is typed into it.`))
  return UNREADABLE
}

const { python, node, perl, ruby, php, lua, other } = INTERPRETERS

function program(spec: Interpreter | undefined): Program {
  return interpreter(spec ?? { code: /^-/u })
}

/** Programs that run code of another language. */
export const interpreters: Programs = {
  ...named(
    ['python', 'python3', 'python2', 'pypy', 'pypy3', 'python3.10', 'python3.11', 'python3.12'],
    program(python),
  ),
  ...named(['python3.13', 'python3.14'], program(python)),
  ...named(['node', 'nodejs', 'tsx', 'ts-node'], program(node)),
  ...named(['perl'], program(perl)),
  ...named(['ruby', 'irb'], program(ruby)),
  ...named(['php'], program(php)),
  ...named(['lua', 'luajit'], program(lua)),
  ...named(
    ['osascript', 'rscript', 'julia', 'elixir', 'erl', 'ghc', 'runghc', 'scala', 'groovy', 'tclsh'],
    program(other),
  ),
  ...named(['awk', 'gawk', 'mawk', 'nawk'], awk),
  ...named(
    ['vi', 'vim', 'nvim', 'ex', 'ed', 'emacs', 'nano', 'view', 'gdb', 'lldb', 'expect'],
    editor,
  ),
}
