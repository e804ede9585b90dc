import { homedir } from 'node:os'
import { posix } from 'node:path'
import type { SeenFile } from '#shared/events/tool.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Workspace } from '../../workspace/define.ts'
import { ConfigFolder } from '../../workspace/files/config-folder.ts'
import { toAgentPath, toPlace } from '../../workspace/paths/agent-path.ts'
import { InstructionReader, NESTED, projectFile } from '../prompts/instructions.ts'
import { type PromptPart, promptOf } from '../prompts/part.ts'

interface FolderInstructionsOptions {
  readonly workspace: Pick<Workspace, 'root' | 'glob' | 'stat'>
  /** The person's home folder: imports may begin with `~`. */
  readonly homeDir?: string | undefined
}

/** The limit for listing instruction files of one name. */
const MAX_FILES = 10_000

/** The instructions and folders that one agent has been shown. */
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
    const base = new ConfigFolder(this.#workspace.root, { isConfined: true })
    for (const path of files) reader.skip(projectFile(base, path))
    const unseen = [...new Set(files.flatMap(foldersAbove))].filter((one) => !folders.has(one))
    for (const folder of unseen) folders.add(folder)
    try {
      return promptOf(await this.#readBelow(unseen, { reader, base }))
    } catch (error) {
      for (const folder of unseen) folders.delete(folder)
      throw error
    }
  }

  async #readBelow(
    folders: readonly string[],
    { reader, base }: { readonly reader: InstructionReader; readonly base: ConfigFolder },
  ): Promise<readonly PromptPart[]> {
    const parts: PromptPart[] = []
    for (const folder of folders) {
      for (const name of NESTED) {
        if (!(await this.#isOfProject(folder, name))) continue
        parts.push(...(await reader.read(projectFile(base, `${folder}/${name}`))))
      }
    }
    return parts
  }

  /** Forgets what an agent was shown. Call it when its conversation was compacted. */
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
  async #isOfProject(folder: string, name: string): Promise<boolean> {
    const file = `${toAgentPath(folder)}/${name}`
    const stat = await this.#workspace.stat(file)
    if (!stat || stat.isFolder) return false
    // From the project's folder: a search that begins in an ignored folder finds what is in it.
    const all = { pattern: `**/${name}`, path: toAgentPath(''), maxFiles: MAX_FILES }
    const { items } = await this.#workspace.glob(all)
    return items.includes(file)
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
