import type { Approval } from '#shared/projections/approvals.ts'
import { ModelName } from '#shared/settings.ts'
import { type CallArguments, toArguments } from './parse-arguments.ts'

/** An amount in dollars that a call asks for, and the argument that says it. */
export interface Amount {
  readonly name: string
  readonly usd: number
  readonly args: CallArguments
  /** The model it is for, and the argument that says it: another may be named in its place. */
  readonly model?: { readonly name: string; readonly model: ModelName }
}

/** Finds the amount that a budget request asks for: its one number, which is in dollars. */
export function findAmount({ type, args }: Pick<Approval, 'type' | 'args'>): Amount | undefined {
  const known = type === 'budget' ? toArguments(args) : undefined
  const numbers = Object.entries(known ?? {}).filter(([, value]) => typeof value === 'number')
  const [first, ...others] = numbers
  if (!known || !first || others.length > 0) return undefined
  const [name, usd] = first
  if (typeof usd !== 'number' || !/(_usd|Usd)$/.test(name)) return undefined
  const model = findModel(known)
  return { name, usd, args: known, ...(model && { model }) }
}

function findModel(args: CallArguments): Amount['model'] {
  for (const [name, value] of Object.entries(args)) {
    const model = ModelName.safeParse(value)
    if (model.success) return { name, model: model.data }
  }
  return undefined
}

/** Dollars as they were written; `undefined`: they are none, or nothing. */
export function readDollars(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  const usd = /^(?:\d+|\d*\.\d+)$/.test(plain) ? Number(plain) : 0
  return usd > 0 ? usd : undefined
}
