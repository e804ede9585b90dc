import { createRequire } from 'node:module'
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter'
import type { Parse, Syntax } from './syntax.ts'
import type { Work } from './work.ts'

/** Longer texts aren't parsed. */
export const MAX_COMMAND_CHARS = 64 * 1024
/** Nobody writes commands nested this deep; the walk over one must not exhaust the stack. */
const MAX_DEPTH = 200
/**
 * How long a text may hold the thread, in the parser's own steps rather than by the clock, so that the
 * same text is always judged the same: about 50 ms, or 8 KB of short commands.
 */
const MAX_STEPS = 150
const UNITS_PER_STEP = 3000
const UNITS_PER_NODE = 30

let grammar: Promise<Parse> | undefined

/** Loads the shell's grammar when it is first needed; afterwards it is there. */
export function loadGrammar(): Promise<Parse> {
  grammar ??= load().catch((error: unknown) => {
    grammar = undefined
    throw error
  })
  return grammar
}

async function load(): Promise<Parse> {
  const { Parser, Language } = await import('web-tree-sitter')
  await Parser.init()
  const path = createRequire(import.meta.url).resolve(
    '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm',
  )
  const parser = new Parser().setLanguage(await Language.load(path))
  return (text, work) => (isTooMuch(text) ? undefined : read(parser, text, work))
}

/**
 * Counting its steps doesn't bound what the parser does to make sense of brackets that don't match, and
 * of operators in a row.
 */
const MAX_UNMATCHED = 200
const MAX_OPERATORS = 500
const OPERATORS: ReadonlySet<string> = new Set('<>|&;')

function isTooMuch(text: string): boolean {
  if (text.length > MAX_COMMAND_CHARS || hasManyOperators(text)) return true
  let open = 0
  let stray = 0
  for (const char of text) {
    if (char === '(' || char === '{' || char === '[') open += 1
    else if (char === ')' || char === '}' || char === ']') {
      if (open === 0) stray += 1
      else open -= 1
    }
    if (open > MAX_UNMATCHED || stray > MAX_UNMATCHED) return true
  }
  return false
}

/** Blanks between them don't count. */
function hasManyOperators(text: string): boolean {
  let count = 0
  for (const char of text) {
    if (OPERATORS.has(char)) count += 1
    else if (char !== ' ' && char !== '\t') count = 0
    if (count > MAX_OPERATORS) return true
  }
  return false
}

function read(parser: Parser, text: string, work: Work): Syntax | undefined {
  let steps = 0
  // What it returns stops the parsing, though its type does not say so.
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > MAX_STEPS })
  if (!tree) parser.reset()
  try {
    work.spend(steps * UNITS_PER_STEP)
    return tree ? toRoot(tree, work) : undefined
  } finally {
    tree?.delete()
  }
}

function toRoot(tree: Tree, work: Work): Syntax {
  const cursor = tree.walk()
  try {
    return toSyntax(cursor, 0, work)
  } finally {
    cursor.delete()
  }
}

function toSyntax(cursor: TreeCursor, depth: number, work: Work): Syntax {
  work.spend(UNITS_PER_NODE)
  const node = cursor.currentNode
  const children: Syntax[] = []
  const isTooDeep = depth > MAX_DEPTH
  if (!isTooDeep && cursor.gotoFirstChild()) {
    do children.push(toSyntax(cursor, depth + 1, work))
    while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }
  return {
    type: node.type,
    field: cursor.currentFieldName ?? undefined,
    start: node.startIndex,
    end: node.endIndex,
    isNamed: node.isNamed,
    isBroken: node.isError || node.isMissing || isTooDeep || children.some((c) => c.isBroken),
    children,
  }
}
