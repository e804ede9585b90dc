import { z } from 'zod'

// What adapters answer, as far as it is used. They are other people's programs: nothing is taken on trust.

const Source = z.object({ name: z.string().optional(), path: z.string().optional() })

export const StackFrame = z.object({
  id: z.number(),
  name: z.string(),
  source: Source.nullish(),
  line: z.number(),
  column: z.number().default(1),
})
export type StackFrame = z.infer<typeof StackFrame>

export const StackTrace = z.object({
  stackFrames: z.array(StackFrame).default([]),
  totalFrames: z.number().optional(),
})

export const Threads = z.object({
  threads: z.array(z.object({ id: z.number(), name: z.string() })).default([]),
})

export const Scopes = z.object({
  scopes: z
    .array(
      z.object({
        name: z.string(),
        variablesReference: z.number(),
        expensive: z.boolean().default(false),
      }),
    )
    .default([]),
})

export const Variable = z.object({
  name: z.string(),
  value: z.string(),
  type: z.string().nullish(),
  variablesReference: z.number().default(0),
  namedVariables: z.number().nullish(),
  indexedVariables: z.number().nullish(),
})
export type Variable = z.infer<typeof Variable>

export const Variables = z.object({ variables: z.array(Variable).default([]) })

export const Evaluated = z.object({
  result: z.string(),
  type: z.string().nullish(),
  variablesReference: z.number().default(0),
})

export const Breakpoint = z.object({
  id: z.number().optional(),
  verified: z.boolean().default(false),
  message: z.string().optional(),
  line: z.number().optional(),
})
export type Breakpoint = z.infer<typeof Breakpoint>

export const Breakpoints = z.object({ breakpoints: z.array(Breakpoint).default([]) })

export const Capabilities = z.object({
  supportsConfigurationDoneRequest: z.boolean().default(false),
  supportTerminateDebuggee: z.boolean().default(false),
  exceptionBreakpointFilters: z
    .array(z.object({ filter: z.string(), default: z.boolean().default(false) }))
    .default([]),
})
export type Capabilities = z.infer<typeof Capabilities>

export const StoppedBody = z.object({
  reason: z.string(),
  description: z.string().nullish(),
  text: z.string().nullish(),
  threadId: z.number().optional(),
})
export type StoppedBody = z.infer<typeof StoppedBody>

export const ExitedBody = z.object({ exitCode: z.number() })
export const OutputBody = z.object({ category: z.string().nullish(), output: z.string() })
export const BreakpointBody = z.object({ breakpoint: Breakpoint })
