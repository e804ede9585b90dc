import { z } from 'zod'

// What Node's inspector says, as far as it is used.

export const RemoteObject = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  className: z.string().optional(),
  value: z.unknown().optional(),
  unserializableValue: z.string().optional(),
  description: z.string().optional(),
  objectId: z.string().optional(),
  preview: z
    .object({
      overflow: z.boolean(),
      properties: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          subtype: z.string().optional(),
          value: z.string().optional(),
        }),
      ),
      entries: z
        .array(
          z.object({
            key: z.object({ description: z.string().optional() }).optional(),
            value: z.object({ description: z.string().optional() }),
          }),
        )
        .optional(),
    })
    .optional(),
})
export type RemoteObject = z.infer<typeof RemoteObject>

const Property = z.object({
  name: z.string(),
  value: RemoteObject.optional(),
  get: RemoteObject.optional(),
  set: RemoteObject.optional(),
})

export const Properties = z.object({
  result: z.array(Property),
  internalProperties: z
    .array(z.object({ name: z.string(), value: RemoteObject.optional() }))
    .default([]),
  privateProperties: z.array(Property).default([]),
})

export const Location = z.object({
  scriptId: z.string(),
  lineNumber: z.number(),
  columnNumber: z.number().default(0),
})
export type Location = z.infer<typeof Location>

export const CallFrame = z.object({
  callFrameId: z.string(),
  functionName: z.string(),
  location: Location,
  url: z.string(),
  scopeChain: z.array(
    z.object({ type: z.string(), name: z.string().optional(), object: RemoteObject }),
  ),
  this: RemoteObject,
  returnValue: RemoteObject.optional(),
})
export type CallFrame = z.infer<typeof CallFrame>

export const Paused = z.object({
  callFrames: z.array(CallFrame),
  reason: z.string(),
  data: z
    .looseObject({
      description: z.string().optional(),
      value: z.unknown().optional(),
      uncaught: z.boolean().optional(),
      scriptId: z.string().optional(),
    })
    .optional(),
  hitBreakpoints: z.array(z.string()).default([]),
})
export type Paused = z.infer<typeof Paused>

export const ScriptParsed = z.object({
  scriptId: z.string(),
  url: z.string(),
  sourceMapURL: z.string().optional(),
})
export type ScriptParsed = z.infer<typeof ScriptParsed>

export const BreakpointSet = z.object({ breakpointId: z.string(), locations: z.array(Location) })
export const BreakpointResolved = z.object({ breakpointId: z.string(), location: Location })

const ExceptionDetails = z.object({ text: z.string(), exception: RemoteObject.optional() })

export const Evaluated = z.object({
  result: RemoteObject,
  exceptionDetails: ExceptionDetails.optional(),
})
