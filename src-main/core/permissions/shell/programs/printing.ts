import { trimEnd } from '#shared/lib/trim-end.ts'
import { judgeVariable } from '../assignments.ts'
import { keepContent } from '../file-access.ts'
import type { Call } from '../judging.ts'
import { unescapeAnsi } from '../lex-word.ts'
import {
  type Field,
  isKnown,
  join,
  madeOf,
  type Output,
  SILENT,
  toField,
  UNKNOWN,
  UNREADABLE,
  unite,
} from '../values.ts'
import { risky } from '../verdict.ts'
import { decodeBase64, decodeHex, translate } from './decode.ts'
import {
  accessOf,
  has,
  named,
  type Program,
  type Programs,
  readAll,
  readOptions,
  textOf,
  whoOf,
  writeAll,
} from './define.ts'

/** A text that a file name pattern stands in is another when it runs. */
function textsOf(fields: readonly Field[]): readonly string[] {
  return fields.map(({ text }) => text)
}

/** A pattern shows what files there are. */
function noteNames(call: Call): void {
  readAll(
    call,
    call.args.filter(({ isPattern }) => isPattern),
  )
}

/** Shells differ in whether they know escapes without `-e`. */
const echo: Program = (call) => {
  const { args } = call
  noteNames(call)
  const options = args.findIndex(({ text }) => !/^-[neE]+$/u.test(text))
  const count = options === -1 ? args.length : options
  const flags = textsOf(args.slice(0, count)).join('')
  const text = textsOf(args.slice(count)).join(' ')
  const end = flags.includes('n') ? '' : '\n'
  const plain = `${text}${end}`
  const escaped = `${unescapeAnsi(text)}${end}`
  return flags.includes('e') ? [escaped] : unite([plain], [escaped])
}

const printf: Program = (call) => {
  const { args, scope } = call
  noteNames(call)
  const isStored = args[0]?.text === '-v'
  if (isStored) {
    call.judging.note(judgeVariable(args[1]?.text ?? '', ''))
    scope.evaluated.evaluateName(args[1]?.text ?? '')
  }
  const [format, ...rest] = isStored ? args.slice(2) : args
  if (!format) return SILENT
  const output = [formatAll(format.text, textsOf(rest))]
  if (!isStored) return output
  scope.setText(args[1]?.text ?? '_', output)
  return SILENT
}

const CONVERSION = /%(?:%|[-+ #0]*(?:[1-9]\d*|\*)?(?:\.\d+)?(?<kind>[a-zA-Z]))/gu

const MAX_PRINTED = 64 * 1024

/** The format again and again, until the arguments are used up. */
function formatAll(format: string, args: readonly string[]): string {
  const text = unescapeAnsi(format)
  let used = 0
  let printed = ''
  for (let round = 0; round < 64 && printed.length <= MAX_PRINTED; round++) {
    const before = used
    printed += text.replaceAll(CONVERSION, (all, kind?: string) =>
      kind ? convert(kind, args[used++] ?? '') : all.slice(1),
    )
    if (used >= args.length || used === before) return printed
  }
  return printed + UNKNOWN
}

function convert(kind: string, text: string): string {
  if (kind === 'b') return unescapeAnsi(text)
  if (kind === 's' || kind === 'd' || kind === 'q') return text
  return kind === 'c' ? text.slice(0, 1) : madeOf([text]).join('')
}

/** Prints its files, or its input. */
const cat: Program = (call) => {
  const { operands } = readOptions(call.args)
  readAll(call, operands)
  if (operands.length === 0) return call.input ?? UNREADABLE
  return operands
    .map(({ text }) => textOf(call, text) ?? UNREADABLE)
    .reduce<Output>((all, one) => join(all, one), SILENT)
}

function inputOf(call: Call, operands: readonly Field[]): Output {
  readAll(call, operands)
  const [file] = operands
  return (file ? textOf(call, file.text) : call.input) ?? UNREADABLE
}

type Convert = (text: string) => string | undefined

function mapOutput({ judging }: Call, output: Output, change: Convert): Output {
  for (const { length } of output) judging.work.spend(length)
  const changed = output.map((text) => (isKnown(text) ? change(text) : undefined))
  return unite(...changed.map((text) => (text === undefined ? madeOf(output) : [text])))
}

const base64: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-w', '--wrap', '-i', '-o'] })
  const input = inputOf(call, options.operands)
  writeAll(call, (options.values.get('-o') ?? []).map(toField))
  const isDecoding = has(options, '-d', '-D', '--decode')
  return mapOutput(call, input, isDecoding ? decodeBase64 : toBase64)
}

function toBase64(text: string): string {
  return `${Buffer.from(text).toString('base64')}\n`
}

const CONNECTING: ReadonlySet<string> = new Set(['s_client', 's_server', 's_time', 'ocsp', 'cmp'])

const openssl: Program = (call) => {
  const words = textsOf(call.args)
  if (CONNECTING.has(words[0] ?? '')) {
    call.judging.note(risky(`\`${whoOf(call)}\` talks to the network.`))
  }
  const isDecoding = words.includes('-d') && words.some((word) => /base64|enc/u.test(word))
  const file = call.args[words.indexOf('-in') + 1]
  const input = inputOf(call, words.includes('-in') && file ? [file] : [])
  const written = words.indexOf('-out')
  if (written !== -1) writeAll(call, call.args.slice(written + 1, written + 2))
  return isDecoding && words.some((word) => word.includes('base64'))
    ? mapOutput(call, input, decodeBase64)
    : madeOf(input)
}

const xxd: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-l', '-s', '-c', '-g', '-o'] })
  const [file, target] = options.operands
  const input = inputOf(call, file ? [file] : [])
  if (target) writeAll(call, [target])
  return has(options, '-r') ? mapOutput(call, input, decodeHex) : madeOf(input)
}

const rev: Program = (call) =>
  mapOutput(call, inputOf(call, call.args), (text) =>
    text
      .split('\n')
      .map((line) => [...line].reverse().join(''))
      .join('\n'),
  )

const tac: Program = (call) =>
  mapOutput(
    call,
    inputOf(call, call.args),
    (text) => `${text.trimEnd().split('\n').reverse().join('\n')}\n`,
  )

const tr: Program = (call) => {
  const options = readOptions(call.args)
  const [from, to] = textsOf(options.operands)
  const isDeleting = has(options, '-d', '--delete')
  return mapOutput(call, call.input ?? UNREADABLE, (text) =>
    translate(text, { from: from ?? '', to: to ?? '', isDeleting, flags: [...options.flags] }),
  )
}

const tee: Program = (call) => {
  const { operands } = readOptions(call.args)
  writeAll(call, operands)
  const input = call.input ?? UNREADABLE
  for (const { text } of operands) keepContent(accessOf(call), text, input)
  return input
}

const which: Program = ({ args }) => [
  `${textsOf(readOptions(args).operands)
    .map((name) => (name.includes('/') ? name : `/usr/bin/${name}`))
    .join('\n')}\n`,
]

const pwd: Program = ({ scope }) => scope.cwds.map((cwd) => `${cwd}\n`)

const basename: Program = ({ args }) => {
  const [path = '', suffix = ''] = textsOf(args)
  const base = trimEnd(path, '/').split('/').at(-1) ?? ''
  return [`${suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`]
}

const dirname: Program = ({ args }) => {
  const [path = ''] = textsOf(args)
  const end = trimEnd(path, '/').lastIndexOf('/')
  return [`${end > 0 ? path.slice(0, end) : end === 0 ? '/' : '.'}\n`]
}

const seq: Program = ({ args }) => {
  const numbers = textsOf(args).map(Number)
  const [first = 1, last = first] = numbers.length === 1 ? [1, ...numbers] : numbers
  const count = last - first + 1
  if (numbers.length > 2 || !(count >= 0 && count <= 256)) return UNREADABLE
  return [Array.from({ length: count }, (_, index) => `${first + index}\n`).join('')]
}

/** Keeps some of its input's lines: what is kept could be all of it, or none. */
const keepSome: Program = (call) => {
  const { operands, flags } = readOptions(call.args, { valued: ['-n', '-c', '--lines', '--bytes'] })
  readAll(call, operands)
  if (operands.length > 0) return UNREADABLE
  const input = call.input ?? UNREADABLE
  return flags.size === 0 ? unite(input, firstLines(input)) : unite(input, madeOf(input))
}

function firstLines(input: Output): Output {
  return input.map((text) => `${text.split('\n')[0]}\n`)
}

const yes: Program = ({ args }) => [`${textsOf(args).join(' ') || 'y'}\n`]

const silent: Program = () => SILENT

/** Asks for variables by their names, among others. */
const tested: Program = ({ args, scope }) => {
  for (const { text } of args) scope.evaluated.evaluateName(text)
  return SILENT
}

/** Programs whose output is followed, so that it is known what becomes of it. */
export const printing: Programs = {
  echo,
  printf,
  base64,
  base32: (call) => madeOf(inputOf(call, readOptions(call.args).operands)),
  openssl,
  xxd,
  rev,
  tac,
  tr,
  tee,
  pwd,
  basename,
  dirname,
  seq,
  yes,
  ...named(['cat', 'gcat'], cat),
  ...named(['head', 'tail'], keepSome),
  ...named(['which'], which),
  ...named(['true', 'false', ':', 'sleep', 'expr'], silent),
  ...named(['test', '['], tested),
}
