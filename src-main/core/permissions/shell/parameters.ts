import type { At } from './at.ts'
import type { Span } from './lex-word.ts'
import { matchedLengths, parseWildcards, type Wildcards } from './match-wildcards.ts'
import type { Values } from './scope.ts'
import { type Field, isKnown, madeOf, type Output, toField, UNKNOWN } from './values.ts'
import { unknown } from './verdict.ts'

interface Parameter {
  readonly at: At
  readonly part: Span
  readonly expandText: (span: Span) => Output
}

/** The start of an expansion in braces, up to the operator. */
const SHAPE = /^\$\{(?<prefix>[!#]?)(?<name>[a-zA-Z_]\w*|\d+|[@*#?$!_-])(?:\[(?<index>[^\]]*)\])?/u

const OPERATOR = /^(?::[-=+?]|[-=+?]|##?|%%?|\/[/#%]?|\^\^?|,,?|@|:)/u

const NOT_KNOWN: Values = [[toField(UNKNOWN)]]

/** `${…}` with what shells can do to a value on the way. */
export function expandParameter(parameter: Parameter): Values {
  const { at, part } = parameter
  const text = at.origin.source.slice(part.start, part.end)
  const inner = text.slice(0, -1)
  const shape = text.endsWith('}') ? SHAPE.exec(inner) : undefined
  const { prefix, name, index } = shape?.groups ?? {}
  if (!shape || name === undefined || prefix === '#') return NOT_KNOWN
  const rest = inner.slice(shape[0].length)
  if (index !== undefined) evaluateIndex(parameter, shape[0], index)
  const values = prefix === '!' ? indirect(at, name, rest) : valuesOf(at, name, index)
  const operator = OPERATOR.exec(rest)?.[0]
  if (operator === undefined) return rest === '' ? values : NOT_KNOWN
  const start = part.end - 1 - rest.length + operator.length
  return apply({ ...parameter, name, values, operator, span: { start, end: part.end - 1 } })
}

/** An index is arithmetic, unless it is a plain one. */
function evaluateIndex({ at, part, expandText }: Parameter, shape: string, index: string): void {
  if (index === '@' || index === '*' || /^\d+$/u.test(index)) return
  const end = part.start + shape.length - 1
  for (const text of expandText({ start: end - index.length, end }))
    at.scope.evaluated.evaluate(text)
}

function indirect({ scope }: At, name: string, rest: string): Values {
  if (rest === '*' || rest === '@') return NOT_KNOWN
  return scope.get(name).flatMap(([field]): Values => {
    if (!field || !/^[a-zA-Z_]\w*$|^\d+$/u.test(field.text)) {
      scope.evaluated.evaluateName(field?.text ?? '')
      return NOT_KNOWN
    }
    return scope.get(field.text).map((list) => list.slice(0, 1))
  })
}

function valuesOf({ scope }: At, name: string, index: string | undefined): Values {
  if (name === '@' || name === '*') return scope.get('@')
  if (/^[1-9]\d*$/u.test(name)) return scope.get('@').map((list) => pick(list, Number(name) - 1))
  const values = scope.get(name)
  if (index === '@' || index === '*') return values
  if (index === undefined) return values.map((list) => list.slice(0, 1))
  return /^\d+$/u.test(index) ? values.map((list) => pick(list, Number(index))) : NOT_KNOWN
}

function pick(list: readonly Field[], index: number): readonly Field[] {
  return list.slice(index, index + 1)
}

interface Application extends Parameter {
  readonly name: string
  readonly values: Values
  readonly operator: string
  readonly span: Span
}

function apply(application: Application): Values {
  const { operator, values, at, span } = application
  if (operator === '@' && at.origin.source.slice(span.start, span.end) === 'P') {
    at.judging.note(unknown(`\`\${${application.name}@P}\` runs commands that the variable holds.`))
  }
  if (/^:?[-=+?]$/u.test(operator)) return applyDefault(application)
  if (operator === ':') return substring(application)
  return values.map((list) => list.flatMap((field) => transform(field, application)))
}

function isEmpty(list: readonly Field[], operator: string): boolean {
  return list.length === 0 || (operator.startsWith(':') && list.every(({ text }) => text === ''))
}

function applyDefault(application: Application): Values {
  const { operator, values, expandText, span, at, name } = application
  const full = values.filter((list) => !isEmpty(list, operator))
  const hasEmpty = full.length < values.length
  const word = (): Values => expandText(span).map((text) => [toField(text)])
  if (operator.endsWith('?')) {
    if (hasEmpty) word()
    return full.length > 0 ? full : NOT_KNOWN
  }
  if (operator.endsWith('+')) return [...(full.length > 0 ? word() : []), ...(hasEmpty ? [[]] : [])]
  const result = hasEmpty ? [...full, ...word()] : full
  if (operator.endsWith('=')) at.scope.set(name, result)
  return result
}

function substring({ values, at, span, name, expandText }: Application): Values {
  const text = at.origin.source.slice(span.start, span.end)
  const match = /^\s*\(?(?<from>-?\d+)\)?(?::\s*(?<count>-?\d+))?\s*$/u.exec(text)
  const { from, count } = match?.groups ?? {}
  if (from === undefined) {
    for (const offset of expandText(span)) at.scope.evaluated.evaluate(offset)
    return NOT_KNOWN
  }
  const isList = name === '@' || name === '*' || values.some((list) => list.length > 1)
  if (isList) return values.map((list) => slice(list, +from - (name === '@' ? 1 : 0), count))
  return values.map((list) =>
    list.map((field) =>
      isKnown(field.text)
        ? toField(slice([...field.text], +from, count).join(''))
        : toField(UNKNOWN),
    ),
  )
}

function slice<T>(list: readonly T[], from: number, count: string | undefined): readonly T[] {
  const start = from < 0 ? Math.max(0, list.length + from) : from
  if (count === undefined) return list.slice(start)
  return list.slice(start, +count < 0 ? +count : start + +count)
}

function transform(field: Field, application: Application): readonly Field[] {
  const texts = application.expandText(application.span)
  const [argument = ''] = texts
  if (
    texts.length > 1 ||
    isCostly(field.text, argument) ||
    !isKnown(field.text) ||
    !isKnown(argument)
  ) {
    return madeOf([field.text, ...texts]).map(toField)
  }
  application.at.scope.work.spend(field.text.length * (argument.length + 1))
  return [toField(change(field.text, application, argument))]
}

/** Whether matching would take too long, so that the result counts as unknown. */
function isCostly(text: string, pattern: string): boolean {
  return text.length > 2000 || pattern.length > 200
}

function change(text: string, { operator, at, span }: Application, argument: string): string {
  if (operator[0] === '^') return toCase(text, operator, (part) => part.toUpperCase())
  if (operator[0] === ',') return toCase(text, operator, (part) => part.toLowerCase())
  if (operator[0] === '#' || operator[0] === '%') return trim(text, operator, argument)
  const source = at.origin.source.slice(span.start, span.end)
  if (operator[0] !== '/' || /[\\'"$`]/u.test(source)) return UNKNOWN
  return replace(text, operator, argument)
}

function toCase(text: string, operator: string, convert: (part: string) => string): string {
  return operator.length === 2 ? convert(text) : convert(text.slice(0, 1)) + text.slice(1)
}

/** The shortest or the longest part at an end that the pattern matches is left away. */
function trim(text: string, operator: string, pattern: string): string {
  const isStart = operator[0] === '#'
  const chars = inOrder(text, isStart)
  const wildcards = parseWildcards(pattern, { inPath: false })
  const tokens = isStart ? wildcards.tokens : wildcards.tokens.toReversed()
  const lengths = matchedLengths({ ...wildcards, tokens }, chars)
  const length = operator.length === 2 ? lengths.at(-1) : lengths[0]
  return inOrder(chars.slice(length ?? 0).join(''), isStart).join('')
}

/** Returns the characters of a text, reversed unless `isStart`. */
function inOrder(text: string, isStart: boolean): readonly string[] {
  const chars = Array.from(text)
  return isStart ? chars : chars.reverse()
}

/** Limit for patterns with a star, whose matching takes quadratic time. */
const MAX_REPLACED = 300

function replace(text: string, operator: string, argument: string): string {
  const [pattern = '', ...rest] = argument.split('/')
  if (pattern === '') return text
  const chars = Array.from(text)
  if (pattern.includes('*') && chars.length > MAX_REPLACED) return UNKNOWN
  const wildcards = parseWildcards(pattern, { inPath: false })
  const by = rest.join('/')
  if (operator === '/%') return replaceEnd(chars, wildcards, by)
  return replaceFrom(chars, wildcards, { operator, by })
}

/** Replaces the longest match at the end. */
function replaceEnd(chars: readonly string[], wildcards: Wildcards, by: string): string {
  const tokens = wildcards.tokens.toReversed()
  const length = matchedLengths({ ...wildcards, tokens }, chars.toReversed()).at(-1)
  if (length === undefined) return chars.join('')
  return chars.slice(0, chars.length - length).join('') + by
}

interface Replacement {
  readonly operator: string
  readonly by: string
}

function replaceFrom(
  chars: readonly string[],
  wildcards: Wildcards,
  { operator, by }: Replacement,
): string {
  let replaced = ''
  let at = 0
  do {
    const length = matchedLengths(wildcards, chars.slice(at)).at(-1)
    replaced += length === undefined ? (chars[at] ?? '') : by
    at += length || 1
    if (operator === '/#' || (operator === '/' && length !== undefined)) break
  } while (at < chars.length)
  return replaced + chars.slice(at).join('')
}
