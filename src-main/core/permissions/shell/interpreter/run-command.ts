import { posix } from 'node:path'
import { quoteWord } from '../../../programs/shell-words.ts'
import { findContent } from '../file-access.ts'
import { HARMLESS_PROGRAMS } from '../harmless-programs.ts'
import type { Input, Judging } from '../judging.ts'
import { builtins } from '../programs/builtins.ts'
import { whoOf } from '../programs/define.ts'
import { programs } from '../programs/index.ts'
import type { Scope } from '../scope.ts'
import { namedTargets } from '../targets.ts'
import {
  type Field,
  isFetched,
  isKnown,
  madeOf,
  type Output,
  SILENT,
  shown,
  UNREADABLE,
} from '../values.ts'
import { catastrophic, dangerous, type Finding, risky, unknown } from '../verdict.ts'

/** A command whose words were expanded. */
interface Argv {
  readonly argv: readonly Field[]
  readonly scope: Scope
  readonly judging: Judging
  readonly input: Input
}

/** Judges one command, as the shell would find it: alias, function, its own, or a program. */
export function runArgv({ argv, scope, judging, input }: Argv): Output {
  const [first, ...args] = argv
  if (!first) return SILENT
  const name = first.text
  if (!isKnown(name) || first.isPattern || /[\uE002\uE003]/u.test(name)) {
    noteDynamic(judging, first)
    return madeOf([name])
  }
  if (KEYWORDS.has(name)) {
    judging.note(unknown('A part of it could not be read.'))
    return judging.call(args, scope, input)
  }
  const call = { name, args, scope, judging, input }
  return runAlias(call) ?? runFunction(call) ?? runOwn(call) ?? runPath(call)
}

/** Where the grammar takes one of these for a program, the shell does not. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['{', '}', '!', 'if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', 'esac'],
])

function noteDynamic(judging: Judging, { text }: Field): void {
  const isUnknown = /[\uE000\uE002\uE003]/u.test(text)
  if (isFetched([text])) {
    judging.note(dangerous('It runs what it downloads, before anyone has seen it.'))
    if (!isUnknown) return
  }
  judging.note(unknown(`Which program runs only shows when it runs: \`${shown(text)}\`.`))
}

interface Named {
  readonly name: string
  readonly args: readonly Field[]
  readonly scope: Scope
  readonly judging: Judging
  readonly input: Input
}

function runAlias({ name, args, scope, judging, input }: Named): Output | undefined {
  const text = scope.aliases.get(name)
  if (text === undefined) return undefined
  scope.aliases.delete(name)
  const words = args.map(({ text: word }) => ` ${quoteWord(word)}`).join('')
  const output = judging.run(text + words, scope, input)
  scope.aliases.set(name, text)
  return output
}

function runFunction({ name, args, scope, judging, input }: Named): Output | undefined {
  const body = scope.functions.get(name)
  if (body === undefined) return undefined
  // What is defined anew while it runs is another function under its name.
  const key = `${name} ${body}`
  const called = scope.calls.get(key)
  if (called !== undefined) {
    judging.note(judgeRecursion(name, scope.forks > called))
    return UNREADABLE
  }
  const before = scope.get('@')
  scope.set('@', [args])
  scope.calls.set(key, scope.forks)
  const output = judging.run(body, scope, input)
  scope.calls.delete(key)
  scope.set('@', before)
  return output
}

function judgeRecursion(name: string, isForking: boolean): Finding {
  return isForking
    ? catastrophic(`\`${name}\` starts itself over and over until the machine stands still.`)
    : unknown(`The function \`${name}\` calls itself.`)
}

function runOwn(call: Named): Output | undefined {
  return builtins.get(call.name)?.(call)
}

const PROGRAM_FOLDERS =
  /^(?:\/usr(?:\/local)?|\/opt\/homebrew|\/opt\/local|\/run\/current-system\/sw)?\/s?bin\/[^/]+$/u

/** A program by its path: those of the system and the project's installed tools are known by name. */
function runPath(call: Named): Output {
  const { name, scope, judging } = call
  if (!name.includes('/')) return runProgram(call, name)
  const [target] = namedTargets(name, scope, judging.place)
  const path = target?.path ?? name
  const base = posix.basename(path)
  const content = findContent({ who: name, scope, judging }, name)
  if (content) return runScript(call, content)
  if (PROGRAM_FOLDERS.test(path)) return runProgram(call, base)
  const isTool =
    target?.kind === 'inside' && /\/(?:node_modules\/|\.?venv\/|vendor\/)\.?bin\//u.test(path)
  if (isTool || WRAPPER_SCRIPTS.has(base)) return runProgram(call, base)
  judging.note(judgeScript(call, target?.kind === 'inside'))
  return programs.has(base.toLowerCase()) ? runProgram(call, base) : UNREADABLE
}

/** Scripts that projects keep for their build tool, to be judged as that tool. */
const WRAPPER_SCRIPTS: ReadonlySet<string> = new Set(['gradlew', 'mvnw'])

function judgeScript(call: Named, isInside: boolean): Finding {
  const who = shown(whoOf(call))
  return isInside
    ? risky(`\`${who}\` runs a script of the project, which can do anything.`)
    : unknown(`\`${who}\` runs a program that nobody here knows.`)
}

function runScript({ args, scope, judging, input }: Named, content: Output): Output {
  const own = scope.copy()
  own.set('@', [args])
  judging.note(risky('It runs a script that it has just written.'))
  return content.flatMap((text) => judging.run(text, own, input))
}

/** Programs that need no question if an argument only shows when they run. */
const TAKES_ANYTHING: ReadonlySet<string> = new Set([
  ...HARMLESS_PROGRAMS,
  '[',
  'break',
  'continue',
  'date',
  'exit',
  'printf',
  'return',
  'rev',
  'test',
  'wait',
])

function runProgram(call: Named, base: string): Output {
  const { args, judging } = call
  const name = base.toLowerCase()
  const program = programs.get(name)
  const who = shown(whoOf({ ...call, name: base }))
  if (!program || name !== base) judging.note(unknown(`Nobody here knows what \`${who}\` does.`))
  if (!program) return madeOf(call.input)
  if (!TAKES_ANYTHING.has(name) && args.some(({ text }) => !isKnown(text))) {
    judging.note(unknown(`What \`${who}\` is given only shows when it runs.`))
  }
  return program({ ...call, name })
}
