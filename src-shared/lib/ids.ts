import { z } from 'zod'

export const ProjectId = z.string().startsWith('prj_').brand<'ProjectId'>()
export type ProjectId = z.infer<typeof ProjectId>

export const SessionId = z.string().startsWith('ses_').brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const RunId = z.string().startsWith('run_').brand<'RunId'>()
export type RunId = z.infer<typeof RunId>

export const SpanId = z.string().startsWith('spn_').brand<'SpanId'>()
export type SpanId = z.infer<typeof SpanId>

export const ApprovalId = z.string().startsWith('apr_').brand<'ApprovalId'>()
export type ApprovalId = z.infer<typeof ApprovalId>

/** Of something a person allows without being asked again. */
export const RuleId = z.string().startsWith('rul_').brand<'RuleId'>()
export type RuleId = z.infer<typeof RuleId>

/** A person's own terminal. An agent's is named by the span of the call that opened it. */
export const TerminalId = z.string().startsWith('trm_').brand<'TerminalId'>()
export type TerminalId = z.infer<typeof TerminalId>

/** A window that reads a person's terminal; chosen by the window. */
export const TerminalReaderId = z.string().startsWith('trr_').max(64).brand<'TerminalReaderId'>()
export type TerminalReaderId = z.infer<typeof TerminalReaderId>

/** Of what a person says about lines of a file. */
export const CommentId = z.string().startsWith('cmt_').brand<'CommentId'>()
export type CommentId = z.infer<typeof CommentId>

/** Of what reviewers say about a change. */
export const ReviewId = z.string().startsWith('rev_').brand<'ReviewId'>()
export type ReviewId = z.infer<typeof ReviewId>

/** What names a content: `sha256:…` for a blob of the store, `git:…` for an object of the project's repository. */
export const Hash = z
  .string()
  .regex(/^(sha256:[0-9a-f]{64}|git:[0-9a-f]{40}([0-9a-f]{24})?)$/)
  .brand<'Hash'>()
export type Hash = z.infer<typeof Hash>
