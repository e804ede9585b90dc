import { extname } from 'node:path'
import type { FileFacts, SymbolFact } from './facts.ts'

const TABLES: Readonly<Record<string, { readonly language: string; readonly definition: RegExp }>> =
  {
    '.sql': {
      language: 'SQL',
      definition:
        /^[ \t]*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?[`"[]?([\w.]+)/gimu,
    },
    '.prisma': { language: 'Prisma', definition: /^[ \t]*(?:model|type)\s+(\w+)\s*\{/gmu },
    '.graphql': {
      language: 'GraphQL',
      definition: /^[ \t]*(?:extend\s+)?(?:type|input|interface)\s+(\w+)/gmu,
    },
    '.proto': { language: 'Protocol Buffers', definition: /^[ \t]*message\s+(\w+)\s*\{/gmu },
  }

/** Whether a file is read line by line, as it is of a language that only says what data looks like. */
export function isSchema(path: string): boolean {
  return Object.hasOwn(TABLES, extname(path).toLowerCase())
}

/** What such a file defines. */
export function readSchema(path: string, text: string): FileFacts {
  const { language, definition } = TABLES[extname(path).toLowerCase()] ?? NONE
  const lines = text.split('\n')
  const symbols = [...text.matchAll(definition)].slice(0, MAX_SYMBOLS).map((match): SymbolFact => {
    const before = text.slice(0, match.index + match[0].length)
    const line = before.split('\n').length
    const signature = (lines[line - 1] ?? '')
      .trim()
      .replace(/(?<!\s)\s*[({]$/u, '')
      .slice(0, 200)
    const place = { line, endLine: line, container: '' }
    return { name: match[1] ?? '', kind: 'table', ...place, signature, marks: [] }
  })
  const count = lines.length - (text.endsWith('\n') ? 1 : 0)
  return { language, lines: count, symbols, imports: [], calls: [], notes: [] }
}

const MAX_SYMBOLS = 2_000
const NONE = { language: '', definition: /(?!)/gu }
