import { noteRead } from '../file-access.ts'
import type { Call } from '../judging.ts'
import type { Field } from '../values.ts'
import { risky } from '../verdict.ts'
import { accessOf, type Options, whoOf } from './define.ts'

/** Options of many programs that take a value which is no path. */
export const COUNTS = [
  '-n',
  '-c',
  '-m',
  '-d',
  '-A',
  '-B',
  '-C',
  '-L',
  '-w',
  '-s',
  '-k',
  '-t',
  '-I',
  '-D',
]

/** A value of an option that can only be a path. */
export function notePathsInOptions(call: Call): void {
  for (const { text } of call.args) {
    const value = /^--?[\w-]+=(?<value>(?:\/|~|\.\.).*)$/u.exec(text)?.groups?.['value']
    const glued = /^-[a-zA-Z](?<value>\/.+)$/u.exec(text)?.groups?.['value']
    if (value ?? glued) noteRead(accessOf(call), value ?? glued ?? '')
  }
}

/** Whether an option takes a value differs between programs: what could be a path is taken for one. */
export function wordsOf({ args }: Call): readonly Field[] {
  const end = args.findIndex(({ text }) => text === '--')
  return args.filter(({ text }, at) => !text.startsWith('-') || (end !== -1 && at > end))
}

/** Some options have a program leave the project by links in it. */
export function noteFollowing(call: Call, options: Options, ...names: readonly string[]): void {
  if (!names.some((name) => options.flags.has(name))) return
  call.judging.note(risky(`\`${whoOf(call)}\` follows links, which may lead out of the project.`))
}
