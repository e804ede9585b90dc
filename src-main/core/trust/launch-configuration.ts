import { z } from 'zod'

const Words = z
  .union([z.array(z.union([z.string(), z.number()]).transform(String)), z.string()])
  .transform((words) => (typeof words === 'string' ? words.split(/\s+/u).filter(Boolean) : words))

const Environment = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
)

/** A configuration of launch.json: what is trusted and what is started are read by the same. */
export const LaunchConfiguration = z.looseObject({
  type: z.string().default(''),
  request: z.enum(['launch', 'attach']).default('launch'),
  program: z.string().optional(),
  module: z.string().optional(),
  args: Words.default([]),
  runtimeArgs: Words.default([]),
  runtimeExecutable: z.string().optional(),
  python: z.string().optional(),
  cwd: z.string().optional(),
  env: Environment.default({}),
  stopOnEntry: z.boolean().default(false),
  port: z.int().min(0).max(65535).optional(),
  address: z.string().optional(),
  preLaunchTask: z.unknown().optional(),
  adapter: z.object({ command: z.string(), args: z.array(z.string()).default([]) }).optional(),
})
export type LaunchConfiguration = z.infer<typeof LaunchConfiguration>

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'osx', win32: 'windows' }

/** What an entry says for one system beats what it says for all. */
export function withPlatform(entry: unknown): unknown {
  const { linux, osx, windows, ...own } = z.looseObject({}).parse(entry)
  const systems: Readonly<Record<string, unknown>> = { linux, osx, windows }
  const more = systems[SYSTEMS[process.platform] ?? process.platform]
  return { ...own, ...z.looseObject({}).optional().parse(more) }
}
