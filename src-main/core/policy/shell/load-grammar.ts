import { createRequire } from 'node:module'
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter'
import type { Parse, Syntax } from './syntax.ts'

const MAX_CHARS = 64 * 1024
/** Nobody writes commands nested this deep; the walk over one must not exhaust the stack. */
const MAX_DEPTH = 200
/**
 * How long a text may hold the thread, in the parser's own steps rather than by the clock, so that the
 * same text is always judged the same: about 50 ms, or 8 KB of short commands.
 */
const MAX_STEPS = 150

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
  return (text) => (text.length > MAX_CHARS ? undefined : read(parser, text))
}

function read(parser: Parser, text: string): Syntax | undefined {
  const tree = parseInSteps(parser, text)
  if (!tree) return undefined
  const cursor = tree.walk()
  try {
    return toSyntax(cursor, 0)
  } finally {
    cursor.delete()
    tree.delete()
  }
}

function parseInSteps(parser: Parser, text: string): Tree | null {
  let steps = 0
  // What it returns stops the parsing, though its type does not say so.
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > MAX_STEPS })
  if (!tree) parser.reset()
  return tree
}

function toSyntax(cursor: TreeCursor, depth: number): Syntax {
  const node = cursor.currentNode
  const children: Syntax[] = []
  const isTooDeep = depth > MAX_DEPTH
  if (!isTooDeep && cursor.gotoFirstChild()) {
    do children.push(toSyntax(cursor, depth + 1))
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
