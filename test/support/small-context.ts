import type { ModelRequest, Reply, Script } from './model-server.ts'
import type { OverflowWording } from './overflow-wordings.ts'

const CHARS_OF_FILE = 24_000
const CHARS_PER_TOKEN = 4

export interface SmallContext {
  readonly script: Script
  /** The project that its agent reads. */
  readonly files: Readonly<Record<string, string>>
  /** How many files were read, and how many requests were refused as too long. */
  readonly counts: { reads: number; refused: number }
}

/** Scripts an agent that reads `reads` long files, one per step, on a server with a small context. */
export function scriptSmallContext(
  { status, words }: OverflowWording,
  { contextTokens, reads }: { readonly contextTokens: number; readonly reads: number },
): SmallContext {
  const counts = { reads: 0, refused: 0 }
  const names = Array.from({ length: reads }, (_, index) => `f${index}.txt`)
  const script = ({ body, messages }: ModelRequest): Reply => {
    if (JSON.stringify(body).length > contextTokens * CHARS_PER_TOKEN) {
      counts.refused += 1
      return { status, error: words }
    }
    if (messages.at(-1)?.text.startsWith('You are a conversation summarizer')) {
      return { text: `A summary of ${counts.reads} files.` }
    }
    const name = names[counts.reads]
    if (name === undefined) return { text: 'I have read them all.' }
    counts.reads += 1
    return { calls: [{ name: 'read_file', args: { file_path: `/workspace/${name}` } }] }
  }
  return { script, counts, files: Object.fromEntries(names.map((name) => [name, textOf(name)])) }
}

function textOf(name: string): string {
  const line = `a line of ${name}, with some words in it\n`
  return line.repeat(Math.ceil(CHARS_OF_FILE / line.length)).slice(0, CHARS_OF_FILE)
}
