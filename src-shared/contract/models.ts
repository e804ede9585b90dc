import { z } from 'zod'
import { Price } from '../pricing.ts'
import { call } from './define.ts'

export const Model = z.object({
  /** `provider:model`. */
  name: z.string(),
  label: z.string(),
  /** Tokens. */
  contextTokens: z.int().optional(),
  price: Price.optional(),
})
export type Model = z.infer<typeof Model>

export const Provider = z.object({
  id: z.string(),
  label: z.string(),
  /** Nothing it says comes from a model: it is scripted. */
  isScripted: z.boolean(),
  needsKey: z.boolean(),
  needsBaseUrl: z.boolean(),
  /** Where its key was found, as a person would say it; absent: there is none. */
  keySource: z.string().optional(),
  baseUrl: z.string().optional(),
  isReady: z.boolean(),
  models: z.array(Model),
})
export type Provider = z.infer<typeof Provider>

export const models = {
  'models.list': call(z.object({}), z.array(Provider)),
  /** Keeps a key in the secret store. Nothing reads it back to a window. */
  'models.setKey': call(z.object({ provider: z.string(), key: z.string().min(1) }), z.object({})),
  'models.removeKey': call(z.object({ provider: z.string() }), z.object({})),
} as const
