import { z } from 'zod'
import { BaseUrl, Fallbacks, ModelName, OwnModel, Settings } from '../settings.ts'
import { call } from './define.ts'

/** Absent fields stay as they are; `null` takes a choice back. */
export const SettingsPatch = z.object({
  model: Settings.shape.model.nullable(),
  profile: Settings.shape.profile.unwrap().optional(),
  theme: Settings.shape.theme.unwrap().optional(),
  limits: Settings.shape.limits.unwrap().nullable().optional(),
  budgets: Settings.shape.budgets.unwrap().nullable().optional(),
  baseUrls: z.record(z.string(), BaseUrl.nullable()).optional(),
  fallbacks: Fallbacks.nullable().optional(),
  /** By `provider:model`; `null` takes back what was said of one. */
  models: z.record(ModelName, OwnModel.nullable()).optional(),
})
export type SettingsPatch = z.infer<typeof SettingsPatch>

export const settings = {
  'settings.read': call(z.object({}), Settings),
  'settings.change': call(SettingsPatch, z.object({})),
} as const
