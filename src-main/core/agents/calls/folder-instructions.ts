import { homedir } from 'node:os'
import { posix } from 'node:path'
import type { SeenFile } from '#shared/events/tool.ts'
import type { SpanId } from '#shared/ids.ts'
import { toPlace } from '../../workspace/agent-path.ts'
import type { Workspace } from '../../workspace/define.ts'
import { InstructionReader, NESTED, projectFile } from '../prompts/instructions.ts'
import { type PromptPart, promptOf } from '../prompts/part.ts'
import { Shelf } from '../shelf.ts'

interface FolderInstructionsOptions {
  readonly workspace: Pick<Workspace, 'root' | 'glob' | 'stat'>
  /** What `~` stands for in an import. */
  readonly homeDir?: string | undefined
}

/** What one agent has been shown. */
interface Shown {
  readonly reader: InstructionReader
  /** Below the project's folder. */
  readonly folders: Set<string>
}

/** The instructions in subfolders of the project. An agent is shown them with the first file that it sees there. */
export class FolderInstructions {
  readonly #workspace: FolderInstructionsOptions['workspace']
  readonly #homeDir: string
  readonly #shown = new Map<SpanId, Shown>()

  constructor({ workspace, homeDir = homedir() }: FolderInstructionsOptions) {
    this.#workspace = workspace
    this.#homeDir = homeDir
  }

  /** Returns the instructions for files that an agent has just seen; '' if it was shown them. */
  async read(
    agentId: SpanId,
    seen: readonly SeenFile[],
    inPrompt: readonly PromptPart[],
  ): Promise<string> {
    const files = seen.filter(({ hash }) => hash !== null).flatMap(({ path }) => toRelative(path))
    const { reader, folders } = this.#of(agentId, inPrompt)
    const shelf = new Shelf(this.#workspace.root, { isConfined: true })
    for (const path of files) reader.skip(projectFile(shelf, path))
    const unseen = [...new Set(files.flatMap(foldersAbove))].filter((one) => !folders.has(one))
    for (const folder of unseen) folders.add(folder)
    const paths = unseen.flatMap((folder) => NESTED.map((name) => `${folder}/${name}`))
    const parts: PromptPart[] = []
    for (const path of paths) {
      if (await this.#isOfProject(path)) {
        parts.push(...(await reader.read(projectFile(shelf, path))))
      }
    }
    return promptOf(parts)
  }

  /** Has an agent shown everything again: its conversation was compacted. */
  forget(agentId: SpanId): void {
    this.#shown.delete(agentId)
  }

  #of(agentId: SpanId, inPrompt: readonly PromptPart[]): Shown {
    const found = this.#shown.get(agentId)
    if (found) return found
    const reader = new InstructionReader(this.#homeDir, inPrompt)
    const shown = { reader, folders: new Set<string>() }
    this.#shown.set(agentId, shown)
    return shown
  }

  /** Whether there is such a file that git doesn't ignore: dependencies bring some that nobody here wrote. */
  async #isOfProject(path: string): Promise<boolean> {
    const stat = await this.#workspace.stat(`/workspace/${path}`).catch(() => undefined)
    if (!stat || stat.isFolder) return false
    const pattern = path.replaceAll(/[\\*?[\]{}!()]/gu, '\\$&')
    const { items } = await this.#workspace.glob({ pattern, path: '/workspace', maxFiles: 1 })
    return items.length > 0
  }
}

function toRelative(path: string): readonly string[] {
  const place = toPlace(path)
  return place.type === 'project' && place.relative !== '' ? [place.relative] : []
}

/** The folders that hold a file, the outermost first; without the project's own, whose instructions are in the prompt. */
function foldersAbove(file: string): readonly string[] {
  const folder = posix.dirname(file)
  return folder === '.' ? [] : [...foldersAbove(folder), folder]
}
