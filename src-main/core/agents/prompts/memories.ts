import type { ProjectId } from '#shared/ids.ts'
import type { ListedDocument } from '../../log/documents.ts'
import type { Store } from '../../log/store.ts'
import { MEMORIES } from '../../workspace/agent-path.ts'
import { cutText, type PromptPart } from './part.ts'

const MAX_CHARS = 8_000
const MAX_ALL_CHARS = 32_000

/** What agents keep of a project, the latest first. What there is no room for is named. */
export function readMemories(
  { documents }: Pick<Store, 'documents'>,
  projectId: ProjectId,
): readonly PromptPart[] {
  const listed = documents.list(projectId, `${MEMORIES}/`).toSorted(latestFirst)
  const told: PromptPart[] = []
  const leftOut: string[] = []
  let chars = 0
  for (const { path, bytes } of listed) {
    // Of a text that is cut, more bytes than this are not told; no character has fewer than one.
    const expected = Math.min(bytes, MAX_CHARS)
    if (leftOut.length > 0 || chars + expected > MAX_ALL_CHARS) leftOut.push(path)
    else {
      const text = documents.read(projectId, path)?.text.trim() ?? ''
      const part = toPart(path, text)
      chars += part.text.length
      if (text !== '') told.push(part)
    }
  }
  return leftOut.length === 0 ? told : [...told, toRest(leftOut)]
}

function latestFirst(one: ListedDocument, other: ListedDocument): number {
  return other.modifiedAt - one.modifiedAt || (one.path < other.path ? -1 : 1)
}

function toPart(path: string, written: string): PromptPart {
  const { text, notes } = cutText(written, MAX_CHARS, path)
  const title = path.slice(MEMORIES.length + 1)
  const told = `<memory path="${path}">\n${text}\n</memory>`
  return { kind: 'memory', title, source: path, text: told, notes }
}

const MAX_NAMED = 50

function toRest(paths: readonly string[]): PromptPart {
  const named = paths.slice(0, MAX_NAMED).join(', ')
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} others` : ''
  const text = `There are older memories that are not shown here; read them where they matter: ${named}${more}.`
  const notes = [
    `No more than ${MAX_ALL_CHARS.toLocaleString('en')} characters of memories are told: ${named}${more} are only named.`,
  ]
  return { kind: 'memory', title: 'Older memories', text, notes }
}
