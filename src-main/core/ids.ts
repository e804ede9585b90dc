import { randomBytes } from 'node:crypto'
import {
  ApprovalId,
  CommentId,
  ProjectId,
  ReviewId,
  RuleId,
  RunId,
  SessionId,
  SpanId,
  TerminalId,
} from '#shared/ids.ts'

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
