import { BaseUrl, ModelName } from '#shared/settings.ts'
import { wrongUsage } from './exit.ts'

/** What `--model` says. */
export function readModel(text: string | undefined): ModelName | undefined {
  if (text === undefined) return undefined
  const parsed = ModelName.safeParse(text)
  if (parsed.success) return parsed.data
  throw wrongUsage(`"${text}" does not name a model. Write it as PROVIDER:MODEL.`)
}

/** What `--base-url` says. */
export function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const parsed = BaseUrl.safeParse(text)
  if (parsed.success) return parsed.data
  throw wrongUsage(`--base-url is not right. ${parsed.error.issues[0]?.message}`)
}
