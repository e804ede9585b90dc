import { resolve } from 'node:path'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { HeldRule } from '#shared/contract/procedures/permissions.ts'
import { formatClient } from '#shared/format/format-client.ts'
import { type Json, JsonObject } from '#shared/json/marked-json.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { readSelector } from '#shared/mcp/mcp-entry.ts'
import { Profile } from '#shared/settings/settings.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toPrintable } from '../command-line/format-output.ts'
import { resolveSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'policy',
  usage: [
    'orrery policy explain --tool NAME [--agent TYPE] [--args JSON] [--profile PROFILE] [--json]',
    'orrery policy rules [--project DIR] [--session ID] [--json]',
    'orrery policy allow TOOL [--args PATTERN] [--project DIR]',
    'orrery policy revoke RULE [--project DIR] [--session ID]',
  ],
  about: 'allow lets calls of a tool run in this project without asking, until it is revoked.',
  table: {
    tool: {
      type: 'string',
      value: 'NAME',
      help: 'The tool an agent would call, such as run_command',
    },
    agent: { type: 'string', value: 'TYPE', help: 'lead (the default) or a subagent type' },
    args: {
      type: 'string',
      value: 'JSON',
      help: `The call's arguments, such as '{"command": "rm -rf build"}'`,
    },
    TOOL: { help: 'A tool, such as run_command, or mcp:SERVER/TOOL' },
    '--args PATTERN': {
      help: "Which calls: a command ('npm test', 'npm run *'), a path ('/workspace/src/**') or a host ('*.example.com'); else every call",
    },
    profile: {
      type: 'string',
      value: 'PROFILE',
      help: 'restricted, standard or trusted, in place of the one that holds',
    },
    RULE: { help: "A rule's id, as the list shows it" },
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    session: {
      type: 'string',
      value: 'ID',
      help: 'Also what holds in this session: its id, the beginning of it, or last',
    },
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  positionals: { min: 1, max: 2, what: 'explain, rules, allow or revoke' },
  run: async ({ values, positionals: words }) => {
    const [verb, subject] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const isChange = verb === 'allow' || verb === 'revoke'
    await using opened = await openClient(dataDir, isChange ? `policy ${verb}` : 'policy')
    const { client } = opened
    const place = await findPlace(client, values)
    if (verb === 'explain') return await explain(client, place, values)
    if (verb === 'allow') {
      const named = { ...values, ...(subject !== undefined && { tool: subject }) }
      return await allow(client, place.projectId, named)
    }
    const rules = await client['policy.rules'](place)
    if (verb === 'rules') return print(rules, values.json ?? false)
    if (verb !== 'revoke' || subject === undefined) {
      throw wrongUsage(
        'Say explain, rules, allow and a tool, or revoke and the id of a rule. See: orrery help policy',
      )
    }
    return await revoke(client, findRule(rules, subject))
  },
})

interface Wondered {
  readonly tool?: string
  readonly agent?: string
  readonly args?: string
  readonly profile?: string
  readonly json?: boolean
}

async function explain(
  client: Client<HostContract>,
  place: { readonly projectId: ProjectId; readonly sessionId?: SessionId },
  { tool, agent, args = '{}', profile, json }: Wondered,
): Promise<number> {
  if (tool === undefined) throw wrongUsage('Say which tool with --tool. See: orrery help policy')
  const chosen = readChoice('--profile', profile, Profile.options)
  const explained = await client['policy.explain']({
    ...place,
    tool,
    args: readArguments(args),
    ...(agent !== undefined && { agent }),
    ...(chosen && { profile: chosen }),
  })
  const { verdict, rule, source, risk } = explained
  const text = `${verdict}: ${rule}\n  from ${SOURCES[source]}\n  ${risk}`
  console.log(json ? formatJson(explained) : toPrintable(text))
  return EXIT.ok
}

const SOURCES = {
  definition: 'the agent’s definition',
  profile: 'the profile',
  project: 'the project’s .orrery/settings.json',
  person: 'a rule of yours (orrery policy rules)',
  host: 'Orrery itself',
} as const

function readArguments(text: string): Record<string, Json> {
  const parsed = JsonObject.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw wrongUsage('--args is a JSON object, such as {"command": "ls"}.')
}

async function allow(
  client: Client<HostContract>,
  projectId: ProjectId,
  { tool, args: pattern, json }: Wondered,
): Promise<number> {
  if (tool === undefined) throw wrongUsage('Name the tool to allow. See: orrery help policy')
  const rule = await client['policy.allow']({
    projectId,
    tool: await toToolName(client, projectId, tool),
    ...(pattern !== undefined && { pattern }),
  })
  const calls = rule.pattern === undefined ? 'Every call' : `Calls with ${rule.pattern}`
  const text = `${rule.ruleId}  ${calls} of ${rule.tool} may run in this project without asking.`
  console.log(json ? formatJson(rule) : toPrintable(text))
  return EXIT.ok
}

/** The name that agents have for a tool: a server need not be running. */
async function toToolName(
  client: Client<HostContract>,
  projectId: ProjectId,
  written: string,
): Promise<string> {
  if (!written.startsWith('mcp:')) return written
  const { server, tool } = readSelector(written) ?? {}
  if (server === undefined || tool === undefined) {
    throw wrongUsage(`Name one tool as mcp:SERVER/TOOL, not "${written}".`)
  }
  const { name } = await client['mcp.toolName']({ projectId, server, tool })
  return name
}

interface Place {
  readonly project?: string
  readonly session?: string
}

async function findPlace(client: Client<HostContract>, { project, session }: Place) {
  const sessions = await client['sessions.list']({})
  const ids = sessions.map(({ id }) => id)
  const sessionId: SessionId | undefined = session ? resolveSession(session, ids) : undefined
  const known = sessions.find(({ id }) => id === sessionId)
  if (known) return { projectId: known.projectId, sessionId: known.id }
  return client['projects.open']({ path: resolve(project ?? '.') })
}

function findRule(rules: readonly HeldRule[], asked: string): HeldRule {
  const [rule, another] = rules.filter(({ ruleId }) => ruleId.startsWith(asked))
  if (rule && !another) return rule
  const why = rule ? 'More than one rule begins with' : 'There is no rule'
  throw wrongUsage(`${why} ${asked} here. See: orrery policy rules`)
}

async function revoke(client: Client<HostContract>, { ruleId, sessionId }: HeldRule) {
  await client['policy.revoke']({ ruleId, ...(sessionId && { sessionId }) })
  console.log(`${ruleId} is revoked: such calls ask again.`)
  return EXIT.ok
}

function print(rules: readonly HeldRule[], isJson: boolean): number {
  const none = 'Nothing is always allowed here.'
  const lines = rules.map(({ ruleId, tool, pattern, scope, client, asksAgain }) => {
    const added = client ? `  added ${formatClient(client)}` : ''
    const note = asksAgain ? '  (asks again once, because it also allows other calls)' : ''
    const line = `${ruleId}  ${scope.padEnd(8)} ${tool}  ${pattern ?? 'every call'}${note}${added}`
    return toPrintable(line)
  })
  console.log(isJson ? formatJson(rules) : lines.join('\n') || none)
  return EXIT.ok
}
