import {
  calls,
  LIST,
  MODELS,
  type ProtocolShape,
  READ,
  type Shape,
  toClient,
} from './protocol-shape.ts'
import { added, call, completed, created, done, events, written } from './response-events.ts'

const JSON_READ = JSON.stringify(READ[1])

const shapes: readonly Shape[] = [
  {
    name: 'a call in pieces',
    reply: events(
      created,
      added({ ...call(READ), arguments: '' }),
      written(JSON_READ.slice(0, 9)),
      written(JSON_READ.slice(9)),
      done(call(READ)),
      completed([call(READ)]),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call whose ids change from event to event',
    reply: events(
      created,
      added({ ...call(READ), id: 'a', arguments: '' }),
      { ...written(JSON_READ), item_id: 'b' },
      done({ ...call(READ), id: 'fc_c' }),
      completed([{ ...call(READ), id: 'fc_d' }]),
    ),
    expected: calls([READ]),
  },
  {
    name: 'calls whose items have empty ids',
    reply: events(
      created,
      ...[READ, LIST].map((made, at) => [
        added({ ...call(made, at), id: '', arguments: '' }, at),
        { ...written(JSON.stringify(made[1]), at), item_id: '' },
        done({ ...call(made, at), id: '' }, at),
      ]),
      completed([]),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'a call whose arguments are JSON within JSON',
    reply: events(
      created,
      done({ ...call(READ), arguments: JSON.stringify(JSON_READ) }),
      completed([]),
    ),
    expected: calls([READ]),
  },
  {
    name: 'pieces of a call in front of it',
    reply: events(created, written(JSON_READ), done(call(READ)), completed([call(READ)])),
    expected: calls([READ]),
  },
  {
    name: 'a call whose arguments come with arguments.done alone',
    reply: events(
      created,
      added({ ...call(READ), arguments: '' }),
      {
        type: 'response.function_call_arguments.done',
        item_id: 'fc_0',
        output_index: 0,
        arguments: JSON_READ,
      },
      completed([call(READ)]),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call that is added whole, and written again',
    reply: events(
      created,
      added(call(READ)),
      written(JSON_READ),
      done(call(READ)),
      completed([call(READ)]),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call that is done without being added',
    reply: events(created, done(call(READ)), completed([call(READ)])),
    expected: calls([READ]),
  },
  {
    name: 'a call in response.completed alone',
    reply: events(created, completed([call(READ)])),
    expected: calls([READ]),
  },
  {
    name: 'a call whose arguments are an object',
    reply: events(
      created,
      done({ ...call(READ), arguments: READ[1] }),
      completed([{ ...call(READ), arguments: READ[1] }]),
    ),
    expected: calls([READ]),
  },
  ...([null, '', undefined] as const).map(
    (args): Shape => ({
      name: `a call whose arguments are ${JSON.stringify(args) ?? 'missing'}`,
      reply: events(
        created,
        done({ ...call(['ls', {}]), arguments: args }),
        completed([{ ...call(['ls', {}]), arguments: args }]),
      ),
      expected: calls([['ls', {}]]),
    }),
  ),
  {
    name: 'a call without call_id',
    reply: events(
      created,
      done({ ...call(READ), call_id: undefined }),
      completed([{ ...call(READ), call_id: undefined }]),
    ),
    expected: calls([READ]),
  },
  {
    name: 'interleaved calls',
    reply: events(
      created,
      added({ ...call(READ), arguments: '' }),
      added({ ...call(LIST, 1), arguments: '' }, 1),
      written(JSON_READ.slice(0, 9)),
      written(JSON.stringify(LIST[1]), 1),
      written(JSON_READ.slice(9)),
      done(call(LIST, 1), 1),
      done(call(READ)),
      completed([call(READ), call(LIST, 1)]),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'calls that all have index 0',
    reply: events(
      created,
      added({ ...call(READ), arguments: '' }),
      written(JSON_READ),
      done(call(READ)),
      added({ ...call(LIST, 1), arguments: '' }),
      { ...written(JSON.stringify(LIST[1])), item_id: 'fc_1' },
      done(call(LIST, 1)),
      completed([call(READ), call(LIST, 1)]),
    ),
    expected: calls([READ, LIST]),
  },
]

export const responseCalls: readonly ProtocolShape[] = toClient(MODELS.responses, shapes)
