import type { HostContract } from '#shared/contract/index.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { ClientName } from '#shared/events/value.ts'
import { formatClient } from '#shared/format/format-client.ts'
import type { Logs } from '../logging/logs.ts'
import type { Store } from '../store/store.ts'
import { toTrustSubject } from '../trust/trust-protocol.ts'

interface Recorder {
  readonly store: Pick<Store, 'decisions'>
  readonly logs: Pick<Logs, 'write'>
}

type Handler<In, Out> = (input: In, signal: AbortSignal, client?: ClientName) => Promise<Out>

/**
 * The same handlers, of which those that decide for a person also record the client. What a session's log
 * records isn't here: decisions about calls, and a session's profile.
 */
export function recordDecisions(
  handlers: Handlers<HostContract>,
  recorder: Recorder,
): Handlers<HostContract> {
  const recorded = <In, Out>(
    procedure: keyof HostContract,
    handler: Handler<In, Out>,
    subjectsOf: (input: In, output: Out) => readonly string[],
  ): Handler<In, Out> => recordAfter(handler, { ...recorder, procedure, subjectsOf })
  const ofProvider = ({ provider }: { readonly provider: string }) => [provider]
  const ofServer = ({ name }: { readonly name: string }) => [name]
  const ofService = ({ service }: { readonly service: string }) => [service]
  const setKey = handlers['settings.setServiceKey']
  const removeKey = handlers['settings.removeServiceKey']
  return {
    ...handlers,
    'policy.allow': recorded('policy.allow', handlers['policy.allow'], (_, { ruleId }) => [ruleId]),
    'policy.revoke': recorded('policy.revoke', handlers['policy.revoke'], ({ ruleId }) => [ruleId]),
    'policy.restore': recorded('policy.restore', handlers['policy.restore'], ({ rule }) => [
      rule.ruleId,
    ]),
    'trust.grant': recorded('trust.grant', handlers['trust.grant'], ({ projectId, hashes }) =>
      hashes.map((hash) => toTrustSubject(projectId, hash)),
    ),
    'trust.withdraw': recorded(
      'trust.withdraw',
      handlers['trust.withdraw'],
      ({ projectId, hashes }) =>
        hashes?.map((hash) => toTrustSubject(projectId, hash)) ?? [projectId],
    ),
    'environment.allow': recorded(
      'environment.allow',
      handlers['environment.allow'],
      ({ names }) => names,
    ),
    'environment.withhold': recorded(
      'environment.withhold',
      handlers['environment.withhold'],
      ({ names }) => names,
    ),
    'settings.change': recorded('settings.change', handlers['settings.change'], (patch) =>
      Object.keys(patch),
    ),
    'settings.setServiceKey': recorded('settings.setServiceKey', setKey, ofService),
    'settings.removeServiceKey': recorded('settings.removeServiceKey', removeKey, ofService),
    'models.setKey': recorded('models.setKey', handlers['models.setKey'], ofProvider),
    'models.removeKey': recorded('models.removeKey', handlers['models.removeKey'], ofProvider),
    'mcp.save': recorded('mcp.save', handlers['mcp.save'], ofServer),
    'mcp.remove': recorded('mcp.remove', handlers['mcp.remove'], ofServer),
  }
}

interface Recording<In, Out> extends Recorder {
  readonly procedure: keyof HostContract
  readonly subjectsOf: (input: In, output: Out) => readonly string[]
}

function recordAfter<In, Out>(
  handler: Handler<In, Out>,
  { store, logs, procedure, subjectsOf }: Recording<In, Out>,
): Handler<In, Out> {
  return async (input, signal, client) => {
    const output = await handler(input, signal, client)
    if (!client) return output
    const subjects = subjectsOf(input, output)
    await store.decisions.add({ procedure, subjects, client })
    const message = `${procedure} ${formatClient(client)}.`
    logs.write('info', { module: 'host', message, fields: { subjects: subjects.join(', ') } })
    return output
  }
}
