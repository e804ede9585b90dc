import { createHash, randomBytes } from 'node:crypto'
import {
  ApprovalId,
  CommentId,
  Hash,
  ProjectId,
  ReviewId,
  RuleId,
  RunId,
  SessionId,
  SpanId,
  TerminalId,
} from '#shared/lib/ids.ts'

/** Where the host takes new ids from. */
export interface Ids {
  readonly project: () => ProjectId
  readonly session: () => SessionId
  readonly run: () => RunId
  readonly span: () => SpanId
  readonly approval: () => ApprovalId
  readonly rule: () => RuleId
  readonly terminal: () => TerminalId
  readonly comment: () => CommentId
  readonly review: () => ReviewId
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 20

/** Writes bytes as 20 characters that can be read aloud (Crockford's base32): 100 bits. */
export function toIdText(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** `random` gives the bytes of one id, at least 20. */
export function createIds(random: () => Uint8Array = () => randomBytes(LENGTH)): Ids {
  return {
    project: () => ProjectId.parse(`prj_${toIdText(random())}`),
    session: () => SessionId.parse(`ses_${toIdText(random())}`),
    run: () => RunId.parse(`run_${toIdText(random())}`),
    span: () => SpanId.parse(`spn_${toIdText(random())}`),
    approval: () => ApprovalId.parse(`apr_${toIdText(random())}`),
    rule: () => RuleId.parse(`rul_${toIdText(random())}`),
    terminal: () => TerminalId.parse(`trm_${toIdText(random())}`),
    comment: () => CommentId.parse(`cmt_${toIdText(random())}`),
    review: () => ReviewId.parse(`rev_${toIdText(random())}`),
  }
}

/** Names a content. */
export function hashOf(content: Uint8Array): Hash {
  return Hash.parse(`sha256:${createHash('sha256').update(content).digest('hex')}`)
}

/** A run is a trace. Ids follow from ours: what is exported again is the same again. */
export function traceIdOf(runId: RunId): string {
  return digest(runId).slice(0, 32)
}

/** `name` tells it from the other spans of its run. */
export function spanIdOf(runId: RunId, name: string): string {
  return digest(`${runId}\n${name}`).slice(0, 16)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
