import type { z } from 'zod'
import type { SettingsPatch } from '#shared/contract/procedures/settings.ts'
import { tellIssue } from '#shared/format/describe-issue.ts'
import { builtinDebuggers, builtinServers } from '#shared/settings/builtin-programs.ts'
import {
  DebugAdapter,
  DebuggerSettings,
  LanguageServerSetting,
  LanguageServerSettings,
  type Settings,
} from '#shared/settings/settings.ts'
import { readWords, writeWords } from '../controls/quoted-words.ts'

/** A program of the person's own, that tools of agents stand on, as it is being written. */
export interface ProgramDraft {
  readonly name: string
  /** The program and its arguments, as a shell takes them. */
  readonly command: string
  /** With spaces or commas between them. */
  readonly endings: string
}

export interface OwnProgram extends ProgramDraft {
  /** Puts it back as it is. */
  readonly kept: SettingsPatch
}

export interface BuiltinProgram {
  readonly title: string
  readonly told: string
  /** One of the person's own by this name is asked in its place. */
  readonly name?: string
}

export type DraftErrors = { readonly [Field in keyof ProgramDraft]?: string }

type Judged = { readonly patch: SettingsPatch } | { readonly errors: DraftErrors }

/** What is told apart of language servers and debug adapters. */
export interface ProgramKind {
  readonly title: string
  readonly one: string
  readonly hint: string
  /** What one of one's own is for. */
  readonly empty: string
  readonly nameLabel: string
  readonly placeholders: ProgramDraft
  readonly commandHint?: string
  readonly hasEndings: boolean
  readonly builtins: readonly BuiltinProgram[]
  readonly names: z.ZodType<string>
  list(settings: Settings): readonly OwnProgram[]
  judge(draft: ProgramDraft): Judged
  without(name: string): SettingsPatch
}

export const languageServers: ProgramKind = {
  title: 'Language servers',
  one: 'language server',
  hint: 'Agents ask them what is wrong with files, and what has to change where one is moved. Yours are there in every project, and asked first; a project names its own in .orrery/settings.json, which wait for your trust.',
  empty:
    'There are none of your own yet. Add one for a language that those above do not know, so that agents see its errors before they run anything.',
  nameLabel: 'Language',
  placeholders: { name: 'rust', command: 'rust-analyzer', endings: '.rs' },
  commandHint: 'It speaks the Language Server Protocol on its standard streams.',
  hasEndings: true,
  builtins: Object.entries(builtinServers).map(([name, { title, languages }]) => ({
    name,
    title,
    told: Object.keys(languages).join(' '),
  })),
  names: LanguageServerSettings.keyType,
  list: (settings) =>
    Object.entries(settings.languageServers).map(([name, entry]) => ({
      name,
      command: writeWords(entry.command),
      endings: entry.endings.join(' '),
      kept: { languageServers: { [name]: entry } },
    })),
  judge: ({ name, command, endings }) => {
    const shape = { command: readWords(command), endings: readEndings(endings) }
    const parsed = LanguageServerSetting.safeParse(shape, { error: tellIssue })
    if (!parsed.success) return { errors: toErrors(parsed.error) }
    return { patch: { languageServers: { [name]: parsed.data } } }
  },
  without: (name) => ({ languageServers: { [name]: null } }),
}

export const debugAdapters: ProgramKind = {
  title: 'Debug adapters',
  one: 'debug adapter',
  hint: 'Agents debug programs with them: they stop at a line, and look at what is held there. Yours are there in every project, by the type that its launch.json names.',
  empty:
    'There are none of your own yet. Add one to have programs debugged that neither Node nor Python runs.',
  nameLabel: 'Type',
  placeholders: { name: 'lldb', command: 'lldb-dap', endings: '' },
  commandHint: `It speaks the Debug Adapter Protocol on its standard streams or, with $${'{port}'} among its words, on that port.`,
  hasEndings: false,
  builtins: [
    { title: 'Node', told: typesOf('node') },
    { title: 'Python', told: `${typesOf('python')} · needs debugpy in a Python of this machine` },
  ],
  names: DebuggerSettings.keyType,
  list: (settings) =>
    Object.entries(settings.debuggers).map(([name, entry]) => ({
      name,
      command: writeWords([entry.command, ...entry.args]),
      endings: '',
      kept: { debuggers: { [name]: entry } },
    })),
  judge: ({ name, command: line }) => {
    const [command, ...args] = readWords(line)
    const parsed = DebugAdapter.safeParse({ command, args }, { error: tellIssue })
    if (!parsed.success) return { errors: toErrors(parsed.error) }
    return { patch: { debuggers: { [name]: parsed.data } } }
  },
  without: (name) => ({ debuggers: { [name]: null } }),
}

/** What is to be kept of a draft, or what is wrong with which of its fields. `taken`: names of others. */
export function judgeDraft(
  kind: ProgramKind,
  draft: ProgramDraft,
  taken: readonly string[],
): Judged {
  const name = draft.name.trim()
  const named = kind.names.safeParse(name)
  const wrong = taken.includes(name)
    ? `You have one for ${name} already.`
    : named.error?.issues[0]?.message
  const judged = kind.judge({ ...draft, name })
  if (wrong === undefined) return judged
  return { errors: { ...('errors' in judged && judged.errors), name: wrong } }
}

/** The first that is wrong with each field. What follows the program is of the field that names it. */
function toErrors({ issues }: z.ZodError): DraftErrors {
  const ofEndings = issues.find(({ path }) => path[0] === 'endings')
  const ofCommand = issues.find(({ path }) => path[0] !== 'endings')
  return {
    ...(ofCommand && { command: ofCommand.message }),
    ...(ofEndings && { endings: ofEndings.message }),
  }
}

function readEndings(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((ending) => ending !== '')
}

function typesOf(debugger_: 'node' | 'python'): string {
  const types = [...builtinDebuggers].filter(([, ours]) => ours === debugger_)
  return types.map(([type]) => type).join(', ')
}
