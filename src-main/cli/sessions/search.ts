import { setTimeout as delay } from 'node:timers/promises'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { Found, FoundPage } from '#shared/contract/procedures/search.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readCount } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toLine } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'
import { realFolder } from '../host-client/project-folder.ts'

type Question = Parameters<Client<HostContract>['search.find']>[0]

export const command = defineCommand({
  name: 'search',
  usage: ['orrery search WORDS… [--project DIR] [--session SESSION] [--limit N] [--json]'],
  about: `Finds what was ever said or done, newest first: where all words occur, whatever their case and
accents. Each line names the session and the event. To see that moment: orrery replay SESSION --at N`,
  table: {
    WORDS: { help: '"Words in quotation marks" stand together' },
    project: { type: 'string', value: 'DIR', help: 'In the sessions of this project' },
    session: {
      type: 'string',
      value: 'SESSION',
      help: 'In this session: its id, the beginning of it, or last',
    },
    limit: { type: 'string', value: 'N', help: 'At most so many places (20; 100 at most)' },
    json: { type: 'boolean', help: 'What is found, as JSON' },
  },
  positionals: { min: 1, max: 100, what: 'what to look for' },
  run: async ({ values, positionals: words }) => {
    const limit = Math.min(100, readCount('--limit', values.limit) ?? 20)
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'search')
    const { client } = opened
    const { project, session } = values
    const page = await findAll(client, {
      // A shell takes the quotation marks: an argument with a space was in them.
      text: words
        .map((word) => (/\s/.test(word) ? `"${word}"` : word))
        .join(' ')
        .concat(' '),
      limit,
      ...(project !== undefined && { projectId: await findProject(client, project) }),
      ...(session !== undefined && { sessionId: (await findSession(client, session)).id }),
    })
    console.log(values.json ? formatJson(page.found) : toText(page))
    return EXIT.ok
  },
})

async function findProject(client: Client<HostContract>, folder: string): Promise<ProjectId> {
  const path = await realFolder(folder)
  const found = (await client['projects.list']({})).find((one) => one.path === path)
  if (found) return found.id
  throw wrongUsage(`${path} was never opened as a project, so no session is about it.`)
}

/** How often a host that is still reading the log is asked again. */
const AGAIN_MS = 100

/** Waits for what is not indexed yet: a command is given once. */
async function findAll(client: Client<HostContract>, question: Question): Promise<FoundPage> {
  const isWatched = process.stderr.isTTY
  for (;;) {
    const page = await client['search.find'](question)
    const { indexing } = page
    if (isWatched) process.stderr.write(indexing ? `\r${toProgress(indexing)}` : '\r\x1b[K')
    if (!indexing) return page
    await delay(AGAIN_MS)
  }
}

function toProgress({ done, total }: NonNullable<FoundPage['indexing']>): string {
  return `Reading the log: ${Math.floor((100 * done) / Math.max(1, total))} %`
}

function toText({ found, sessions, next }: FoundPage): string {
  if (found.length === 0) return 'Nothing was found. All words must occur in the same place.'
  const titles = new Map(sessions.map(({ id, title }) => [id, title]))
  const lines: string[] = []
  let before: Found['sessionId'] | undefined
  for (const place of found) {
    if (place.sessionId !== before) {
      lines.push(`${place.sessionId}  ${toLine(titles.get(place.sessionId) ?? '', 80)}`)
    }
    before = place.sessionId
    lines.push(toRow(place))
  }
  return [...lines, ...(next === undefined ? [] : ['There is more: --limit'])].join('\n')
}

function toRow({ seq, at, type, agent, snippet }: Found): string {
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const who = toLine(agent ?? '', 18).padEnd(18)
  const text = toLine(snippet.map((part) => part.text).join(''), 110)
  return `  ${when}  ${String(seq).padStart(7)}  ${type.padEnd(9)}  ${who}  ${text}`
}
