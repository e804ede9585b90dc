import { posix } from 'node:path'
import { type Node, type ParseResult, Visitor } from 'oxc-parser'
import type { Parse } from '../check/parse-sources.ts'
import { listProductionFiles, type Sources } from '../check/sources.ts'

/** Counts of one production file. */
export type FileFacts = {
  readonly file: string
  readonly lines: number
  /** Lengths in lines of functions, methods and constants that are functions; callbacks are part of theirs. */
  readonly functionLines: readonly number[]
  readonly anyCount: number
  /** Files that it imports statically, other than for types alone. */
  readonly imports: readonly string[]
}

/** Reads every production file once. */
export function readFacts(sources: Sources, parse: Parse): readonly FileFacts[] {
  return listProductionFiles(sources).map((file) => {
    const text = sources.get(file) ?? ''
    const result = parse(file, text)
    const lineStarts = findLineStarts(text)
    return {
      file,
      lines: lineStarts.length - (text.endsWith('\n') ? 1 : 0),
      imports: findValueImports(file, result),
      ...visit(result, lineStarts),
    }
  })
}

function findLineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

/** Returns the number of the line, counted from 1, that has a position. */
function findLine(lineStarts: readonly number[], position: number): number {
  let low = 0
  let high = lineStarts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lineStarts[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low
}

function visit({ program }: ParseResult, lineStarts: readonly number[]) {
  const functionLines: number[] = []
  let anyCount = 0
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>) => {
    functionLines.push(findLine(lineStarts, end - 1) - findLine(lineStarts, start) + 1)
  }
  new Visitor({
    FunctionDeclaration: add,
    MethodDefinition: add,
    Property: (node) => {
      if (node.method || node.kind !== 'init') add(node)
    },
    VariableDeclarator: ({ init }) => {
      if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') add(init)
    },
    TSAnyKeyword: () => {
      anyCount += 1
    },
  }).visit(program)
  return { functionLines, anyCount }
}

function findValueImports(file: string, { module }: ParseResult): readonly string[] {
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ isType, moduleRequest }) => (moduleRequest && !isType ? [moduleRequest.value] : []))
  return [...imports, ...exports].flatMap((specifier) => {
    if (specifier.startsWith('#shared/')) return [specifier.replace('#shared/', 'src-shared/')]
    return specifier.startsWith('.') ? [posix.join(posix.dirname(file), specifier)] : []
  })
}
