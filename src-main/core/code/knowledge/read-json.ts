import { z } from 'zod'
import { parseJsonc } from '../../parse-jsonc.ts'

const Exports: z.ZodType<unknown> = z.unknown()

/** Of a `package.json`, what says how its files are named and started. */
export const Package = z.object({
  name: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  types: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  exports: Exports.optional(),
  imports: z.record(z.string(), z.unknown()).optional().catch(undefined),
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
})
export type Package = z.infer<typeof Package>

/** Of a `tsconfig.json`, what says how its files are named. */
export const Tsconfig = z.object({
  extends: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  compilerOptions: z
    .object({
      baseUrl: z.string().optional().catch(undefined),
      paths: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type Tsconfig = z.infer<typeof Tsconfig>

/** JSON as editors allow it: with comments and commas too many. `undefined`: it is none. */
export function readJson<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(parseJsonc(text, { allowsTrailingCommas: true })).data
  } catch {
    return undefined
  }
}
