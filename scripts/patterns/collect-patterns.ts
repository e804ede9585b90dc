import { posix } from 'node:path'
import {
  type Argument,
  type Expression,
  type ParamPattern,
  type Program,
  parseSync,
  Visitor,
} from 'oxc-parser'
import type { Parse } from '../check/parse-sources.ts'
import { type Constant, evaluateConstant, type FindConstant } from './evaluate-constant.ts'

/** A regular expression and where it stands. */
export type Pattern = {
  readonly source: string
  readonly flags: string
  /** `path:line`. */
  readonly at: string
}

/** A pattern that is only known when the program runs. */
export type DynamicPattern = {
  readonly file: string
  /** The first argument as it is written, its white space collapsed. */
  readonly expression: string
  readonly at: string
}

export type Collected = {
  readonly patterns: readonly Pattern[]
  readonly dynamic: readonly DynamicPattern[]
}

/** Reads a file by its path from the root. */
export type ReadFile = (file: string) => string

type Module = {
  readonly file: string
  readonly text: string
  readonly program: Program
  /** Every `const` of the file by name; undefined where a name is bound more than once. */
  readonly constants: ReadonlyMap<string, Expression | undefined>
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

/**
 * Finds every regular expression of some TypeScript files: literals, `RegExp(…)`, `new RegExp(…)`, and
 * texts that `match`, `matchAll` and `search` make a pattern of. What only runs as one counts as composed.
 */
export function collectPatterns(
  files: readonly string[],
  readFile: ReadFile,
  parse: Parse = parseSync,
): Collected {
  const modules = new Map<string, Module>()
  const load = (file: string) => {
    const known = modules.get(file)
    if (known) return known
    const module = parseModule(file, readFile(file), parse)
    modules.set(file, module)
    return module
  }
  const patterns: Pattern[] = []
  const dynamic: DynamicPattern[] = []
  for (const file of files) {
    if (!mayHavePattern(readFile(file))) continue
    const module = load(file)
    collectFromModule(module, scopeOf(module, load), { patterns, dynamic })
  }
  return { patterns, dynamic }
}

/** Lines in which a slash never begins a pattern, however many there are. */
const NO_PATTERN = /^\s*(?:\/\/|\/\*(?!.*\*\/ *\S)|\*|import |export .* from ["']|\} from )/

/** Says no only where it is sure: parsing takes much longer than this. */
function mayHavePattern(text: string): boolean {
  const isSlashed = (line: string) => line.indexOf('/') !== line.lastIndexOf('/')
  return (
    /RegExp|\b(?:match|matchAll|search)\b/.test(text) ||
    text.split('\n').some((line) => isSlashed(line) && !NO_PATTERN.test(line))
  )
}

function parseModule(file: string, text: string, parse: Parse): Module {
  const { program, errors, module } = parse(file, text)
  const [error] = errors
  if (error) throw new Error(`Can't parse ${file}: ${error.message}`)
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, localName }) => {
      const target = toFile(file, moduleRequest.value)
      const { name } = importName
      return target && name ? [[localName.value, { file: target, name }] as const] : []
    }),
  )
  return { file, text, program, constants: findConstants(program), imports: new Map(imports) }
}

function toFile(file: string, specifier: string): string | undefined {
  if (!specifier.endsWith('.ts') && !specifier.endsWith('.tsx')) return undefined
  if (specifier.startsWith('#shared/')) return specifier.replace('#shared/', 'src-shared/')
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined
}

function findConstants(program: Program): Map<string, Expression | undefined> {
  const constants = new Map<string, Expression | undefined>()
  const bind = (name: string, value?: Expression) => {
    constants.set(name, constants.has(name) ? undefined : value)
  }
  const bindParameters = ({ params }: { readonly params: readonly ParamPattern[] }) => {
    for (const parameter of params) if (parameter.type === 'Identifier') bind(parameter.name)
  }
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations) {
        if (id.type === 'Identifier') bind(id.name, kind === 'const' && init ? init : undefined)
      }
    },
    FunctionDeclaration: bindParameters,
    FunctionExpression: bindParameters,
    ArrowFunctionExpression: bindParameters,
  }).visit(program)
  return constants
}

/** Follows imports; `seen` ends a circle. */
function scopeOf(module: Module, load: (file: string) => Module): FindConstant {
  const seen = new Set<string>()
  const findIn = ({ file, constants, imports }: Module, name: string): Constant | undefined => {
    const key = `${file} ${name}`
    if (seen.has(key)) return undefined
    seen.add(key)
    const init = constants.get(name)
    const imported = imports.get(name)
    const value = init
      ? evaluateConstant(init, (inner) => findIn(load(file), inner))
      : imported && findIn(load(imported.file), imported.name)
    seen.delete(key)
    return value
  }
  return (name) => findIn(module, name)
}

const takesPattern = new Set(['match', 'matchAll', 'search'])

/** The name of a method; undefined for another callee. */
function nameOf(callee: Expression): string | undefined {
  if (callee.type !== 'MemberExpression') return undefined
  const { property } = callee
  if (property.type === 'Literal' && typeof property.value === 'string') return property.value
  return property.type === 'Identifier' && !callee.computed ? property.name : undefined
}

/** By this name, or as a property of the global object. */
function isRegExp(callee: Expression): boolean {
  return callee.type === 'Identifier' ? callee.name === 'RegExp' : nameOf(callee) === 'RegExp'
}

/** Whether an argument may be a text that becomes a pattern: literals and `RegExp`s are collected themselves. */
function mayBeText(node: Argument): node is Expression {
  if (node.type === 'SpreadElement' || node.type === 'ObjectExpression') return false
  if (node.type === 'NewExpression' || node.type === 'CallExpression') return !isRegExp(node.callee)
  return !(node.type === 'Literal' && 'regex' in node)
}

function collectFromModule(
  { file, text, program }: Module,
  find: FindConstant,
  { patterns, dynamic }: { readonly patterns: Pattern[]; readonly dynamic: DynamicPattern[] },
): void {
  const atOf = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`
  const add = (source: string, flags: string, start: number) =>
    patterns.push({ source, flags, at: atOf(start) })
  const construct = ([first, second]: readonly Argument[], start: number) => {
    if (!first || first.type === 'SpreadElement') return
    const value = evaluateConstant(first, find)
    const flags = second && second.type !== 'SpreadElement' ? evaluateConstant(second, find) : ''
    if (typeof value === 'string' && typeof flags === 'string') add(value, flags, start)
    else {
      const expression = text.slice(first.start, first.end).replaceAll(/\s+/g, ' ')
      dynamic.push({ file, expression, at: atOf(start) })
    }
  }
  const addText = (first: Argument, start: number) => {
    if (!mayBeText(first)) return
    const value = evaluateConstant(first, find)
    if (typeof value === 'string') add(value, '', start)
    else if (typeof value !== 'object') construct([first], start)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.regex.pattern, node.regex.flags, node.start)
    },
    NewExpression(node) {
      if (isRegExp(node.callee)) construct(node.arguments, node.start)
    },
    CallExpression({ callee, arguments: args, start }) {
      if (isRegExp(callee)) construct(args, start)
      const [first] = args
      if (first && args.length === 1 && takesPattern.has(nameOf(callee) ?? ''))
        addText(first, start)
    },
  }).visit(program)
}
