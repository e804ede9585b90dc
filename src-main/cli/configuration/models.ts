import type { Model, Provider } from '#shared/contract/procedures/models.ts'
import type { Price } from '#shared/pricing/pricing.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, formatTokens, toPrintable } from '../command-line/format-output.ts'
import { openProviders } from '../host-client/open-providers.ts'

export const command = defineCommand({
  name: 'models',
  usage: ['orrery models [--json]', 'orrery models check PROVIDER [--json]'],
  table: {
    'check PROVIDER': {
      help: "Try the provider's key and address with a request that costs nothing",
    },
    json: { type: 'boolean', help: 'What is known, or what came of it, as JSON' },
  },
  positionals: { min: 0, max: 2, what: 'what to check' },
  notes: 'check exits with 1 where the key is refused or nothing answers.',
  run: async ({ values, positionals: words }) => {
    const [word, provider] = words
    await using providers = await openProviders(findDataFolder(values['data-dir'], process.env))
    if (word === undefined) {
      const all = await providers.list()
      console.log(values.json ? formatJson(all) : toPrintable(all.map(toText).join('\n')))
      return EXIT.ok
    }
    if (word !== 'check' || provider === undefined) {
      throw wrongUsage('Say which provider to check: orrery models check PROVIDER')
    }
    const check = await providers.check(provider)
    console.log(values.json ? formatJson(check) : toPrintable(`${check.status}: ${check.message}`))
    return check.status === 'accepted' ? EXIT.ok : EXIT.failed
  },
})

function toText(provider: Provider): string {
  const { id, label, models } = provider
  const head = `${id.padEnd(12)}${label}: ${readiness(provider)}`
  return [head, ...models.map(toRow)].join('\n')
}

/** Whether a provider can be used, and what is missing where it can't. */
export function readiness(provider: Provider): string {
  const { isReady, keySource, keyEnv, baseUrl, needsKey, isScripted } = provider
  if (isScripted) return 'needs nothing'
  const found = [keySource && `key from ${keySource}`, baseUrl && `at ${baseUrl}`].filter(Boolean)
  if (isReady) return [standing(provider), ...found].join(', ')
  if (needsKey && !keySource) return `no key: set ${keyEnv}, or use the settings`
  return baseUrl ? `nothing answers at ${baseUrl}` : 'no address: use the settings or --base-url'
}

/** The window says the same of a key. */
function standing({ isRefused, isUntried }: Provider): string {
  if (isRefused) return 'key refused'
  return isUntried ? 'not tried yet' : 'ready'
}

function toRow({ name, contextTokens, price }: Model): string {
  const tokens = contextTokens === undefined ? '' : `${formatTokens(contextTokens)} tokens`
  return `  ${name.padEnd(40)}${tokens.padStart(14)}  ${price ? toPrice(price) : 'unpriced'}`
}

function toPrice({ inputUsd, outputUsd, source, asOf }: Price): string {
  if (inputUsd === 0 && outputUsd === 0)
    return source.includes('free') ? source : `free (${source})`
  return `$${inputUsd} in, $${outputUsd} out a million (${asOf ? `${source}, ${asOf}` : source})`
}
