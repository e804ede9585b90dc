import { resolve } from 'node:path'
import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { ProjectId } from '#shared/ids.ts'
import { VariableName } from '#shared/settings.ts'
import { wrongUsage } from './exit.ts'

const NAMES = ['environment.allow', 'environment.withhold'] as const
type EnvironmentSetting = (typeof NAMES)[number]

/** Whether the variables of a project's programs are asked about, which no other setting holds. */
export function isEnvironmentSetting(name: string | undefined): name is EnvironmentSetting {
  return NAMES.some((one) => one === name)
}

interface EnvironmentChange {
  readonly name: EnvironmentSetting
  /** Names with commas between them, or `default`; absent: what holds is returned. */
  readonly value: string | undefined
  /** The project's folder. */
  readonly folder: string | undefined
}

/** Changes which variables a project's programs get, and returns what holds then, without values. */
export async function changeEnvironment(
  client: Client<HostContract>,
  { name, value, folder }: EnvironmentChange,
) {
  const { projectId } = await client['projects.open']({ path: resolve(folder ?? '.') })
  if (value === 'default') await withholdAll(client, projectId)
  else if (value !== undefined) await client[name]({ projectId, names: readNames(name, value) })
  return await client['environment.read']({ projectId })
}

async function withholdAll(client: Client<HostContract>, projectId: ProjectId): Promise<void> {
  const { allowed } = await client['environment.read']({ projectId })
  const names = allowed.map((one) => one.name)
  if (names.length > 0) await client['environment.withhold']({ projectId, names })
}

function readNames(setting: EnvironmentSetting, text: string): string[] {
  return text.split(',').map((one) => {
    const parsed = VariableName.safeParse(one.trim())
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw wrongUsage(`${setting} can't be ${one}. ${issue?.message} See: orrery help settings`)
  })
}

/** Formats which variables a project's programs get and which are withheld. */
export function formatEnvironment({
  allowed,
  withheld,
}: Awaited<ReturnType<typeof changeEnvironment>>): string {
  const names = allowed.map(({ name, isSet }) => (isSet ? name : `${name} (not set)`))
  return [
    `environment.allow     ${names.join(', ') || 'none'}`,
    `environment.withhold  ${withheld.join(', ') || 'none'}`,
  ].join('\n')
}
