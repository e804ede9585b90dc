import { joinStates } from '#shared/projections/pieces.ts'
import { Limits } from '#shared/settings.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readChoice, readCount } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { findSession } from './find-session.ts'
import { toPrintable } from './format.ts'
import { type OpenedClient, openClient } from './open-client.ts'
import { tellFork } from './past-words.ts'
import { type Prompt, readPrompt, STDIN } from './prompt-input.ts'
import { runPromptOn } from './run.ts'

const options = {
  at: { type: 'string' },
  prompt: { type: 'string' },
  approve: { type: 'string' },
  preview: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  usage: `orrery fork SESSION [--at SEQ] [--prompt TEXT] [--preview] [--json]

  Makes a session that begins as another was, with the conversation and the files of then, in a git
  worktree of its own (or a copy where there is no git). The other stays as it is.

  SESSION                Its id, the beginning of it, or last
  --at SEQ               As it was when this event had just been written (here: the last)
  --prompt TEXT          Goes on there with this prompt, and shows the run until its end; - reads it
                         from standard input
  --approve none|all     As of orrery run
  --preview              Say what it would be, and make nothing
  --json                 The preview, or the new session’s id, as JSON; with a prompt, its events

  With a prompt it exits as orrery run does.`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to fork' }
    const { values, positionals: words } = readArgs(args, { name: 'fork', options, positionals })
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const approve = readChoice('--approve', values.approve, ['none', 'all'])
    const asked = { written: words[0] ?? '', at: readCount('--at', values.at) }
    const { preview = false, json: isJson = false } = values
    if (preview && values.prompt !== undefined)
      throw wrongUsage('--preview makes nothing to prompt.')
    const prompt = await readPromptOption(values.prompt)
    const isQuiet = prompt.text !== undefined && isJson
    await using opened = await openClient(dataDir, 'fork')
    const session = await fork(opened, { ...asked, isPreview: preview, isJson, isQuiet })
    if (!session || prompt.text === undefined) return EXIT.ok
    const limits = Limits.parse({})
    return await runPromptOn(opened, { ...prompt, session, approve, limits, isJson })
  },
}

async function readPromptOption(text: string | undefined): Promise<Prompt> {
  return text === STDIN ? await readPrompt([STDIN]) : { text, isPiped: false }
}

interface Asked {
  readonly written: string
  readonly at: number | undefined
  readonly isPreview: boolean
  readonly isJson: boolean
  /** Nothing is printed: what follows is. */
  readonly isQuiet: boolean
}

/** Answers the new session, unless only a preview was asked for. */
async function fork({ client }: OpenedClient, asked: Asked): Promise<string | undefined> {
  const { id: sessionId, lastSeq } = await findSession(client, asked.written)
  const moment = { sessionId, seq: asked.at ?? lastSeq }
  const preview = await client['sessions.previewFork'](moment)
  if (asked.isPreview) {
    console.log(asked.isJson ? JSON.stringify(preview) : tellFork(preview))
    return undefined
  }
  if (!asked.isJson) console.log(tellFork(preview))
  const made = await client['sessions.fork'](moment)
  const { states } = await joinStates(client['sessions.open'](made))
  const { root = '', forkedFrom } = states.status
  const told = { ...made, root, branch: forkedFrom?.branch }
  if (!asked.isQuiet) {
    console.log(
      asked.isJson ? JSON.stringify(told) : toPrintable(`Forked as ${made.sessionId}, in ${root}`),
    )
  }
  return made.sessionId
}
