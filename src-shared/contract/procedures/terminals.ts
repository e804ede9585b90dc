import { z } from 'zod'
import { SessionId, SpanId, TerminalId, TerminalReaderId } from '../../lib/ids.ts'
import { call, stream } from './define.ts'

/** Pieces of a terminal that are on their way: what answers a key comes behind all of them. */
const PIECES_ON_THEIR_WAY = 2

const Size = { cols: z.int().min(2).max(1000), rows: z.int().min(1).max(1000) }

/** An agent's terminal, named by the call that opened it. */
const OfCall = { sessionId: SessionId, spanId: SpanId }

export const PersonTerminal = z.object({
  id: TerminalId,
  sessionId: SessionId,
  title: z.string(),
  /** Absent while its process lives. */
  exitCode: z.int().nullable().optional(),
})
export type PersonTerminal = z.infer<typeof PersonTerminal>

export const terminals = {
  'terminals.list': call(z.object({ sessionId: SessionId }), z.array(PersonTerminal)),
  /** Opens a person's shell in the session's root. */
  'terminals.open': call(
    z.object({ sessionId: SessionId, ...Size }),
    z.object({ terminalId: TerminalId }),
  ),
  /** Sends what a reader typed, or answered to a query. From then on it answers the queries. */
  'terminals.write': call(
    z.object({
      terminalId: TerminalId,
      readerId: TerminalReaderId,
      data: z.string().max(1 << 20),
    }),
    z.object({}),
  ),
  'terminals.resize': call(z.object({ terminalId: TerminalId, ...Size }), z.object({})),
  /** Undoes modes, colors and the alternate screen that a program left behind, in every window. */
  'terminals.reset': call(z.object({ terminalId: TerminalId }), z.object({})),
  'terminals.close': call(z.object({ terminalId: TerminalId }), z.object({})),
  /**
   * Makes an agent's terminal, whose command runs, a person's to type into for as long as the stream
   * lives; its time stands still. Its one item tells that it is theirs. It ends when the terminal was
   * given back, another took it, or its command ended.
   */
  'terminals.hold': stream(z.object(OfCall), z.object({})),
  /** Whoever has it. */
  'terminals.giveBack': call(z.object(OfCall), z.object({})),
  /** Denied where it was not taken. */
  'terminals.type': call(z.object({ ...OfCall, data: z.string().max(1 << 20) }), z.object({})),
  /**
   * What it printed from `after` on (counted in characters since it was opened), as far back as is
   * kept, then what it prints, in pieces of at most 384 K characters. Taking a piece is what lets the
   * next one come. `at` is where the piece begins.
   *
   * Programs ask the terminal for its state, colors or cursor, and read the answer like typed text.
   * Exactly one reader answers what is printed: the one that typed last or, until another one types,
   * the newest. What was printed before is replayed and answered by nobody.
   */
  'terminals.output': stream(
    z.object({
      terminalId: TerminalId,
      readerId: TerminalReaderId,
      after: z.int().nonnegative().default(0),
    }),
    z.object({
      at: z.int().nonnegative(),
      data: z.string(),
      /** Whether this reader answers the queries in this piece. */
      isAnswered: z.boolean(),
      /** Where the replay ends: later output was printed after the reader came. */
      replayEnd: z.int().nonnegative(),
    }),
    PIECES_ON_THEIR_WAY,
  ),
} as const
