import { z } from 'zod'

/**
 * What an agent may do: `restricted` reads only; `standard` reads and writes the project, and asks
 * before it runs a command; `trusted` runs commands too.
 */
export const Profile = z.enum(['restricted', 'standard', 'trusted'])
export type Profile = z.infer<typeof Profile>

/** A model as people write it: `provider:model`. */
export const ModelName = z.string().regex(/^[a-z][a-z0-9-]*:.+$/, 'Name a model as PROVIDER:MODEL.')
export type ModelName = z.infer<typeof ModelName>

/** `anthropic:claude-x` → `{ provider: 'anthropic', model: 'claude-x' }`. */
export function splitModelName(name: ModelName): {
  readonly provider: string
  readonly model: string
} {
  const colon = name.indexOf(':')
  return { provider: name.slice(0, colon), model: name.slice(colon + 1) }
}

/** Where a provider is reached. Secrets have a place of their own, so it may hold none. */
export const BaseUrl = z
  .url({ protocol: /^https?$/, error: 'Give an http address, such as http://localhost:1234/v1.' })
  .refine((url) => !/^\w+:\/*[^/?#]*@/.test(url), {
    error: 'Leave user name and password out of the address. Add a key in the settings instead.',
  })

/** What ends a run. An absent limit does not hold. */
export const Limits = z.object({
  toolCalls: z.int().positive().optional(),
  /** Pieces of streams are not counted. */
  events: z.int().positive().optional(),
  minutes: z.number().positive().optional(),
  costUsd: z.number().positive().optional(),
})
export type Limits = z.infer<typeof Limits>

/** What a person has chosen, for every project. Secrets are never among it. */
export const Settings = z.object({
  model: ModelName.optional(),
  profile: Profile.default('standard'),
  theme: z.enum(['system', 'dark', 'light']).default('system'),
  /** Base addresses by provider; what `compatible` speaks to is here. */
  baseUrls: z.record(z.string(), z.url()).default({}),
})
export type Settings = z.infer<typeof Settings>

/** How `interruptOn` of deepagents names the tools that ask. */
export const InterruptOn = z.record(z.string(), z.union([z.boolean(), z.looseObject({})]))

/** `.orrery/settings.json` of a project. It can make a session ask more; it can never allow. */
export const ProjectSettings = z.object({
  model: ModelName.optional(),
  interruptOn: InterruptOn.default({}),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>
