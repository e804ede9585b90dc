import type { FoundType } from '#shared/contract/procedures/search.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { Db } from '../database/database.ts'
import type { Batch, LeftOpen, NewEntry, OpenPiece } from './batch.ts'
import { visibleText } from './event-texts.ts'
import { openIndex } from './open-index.ts'
import { toIndexed } from './words.ts'

/** A session in the index. */
export interface Source {
  readonly id: number
  readonly sessionId: SessionId
  /** Its log is indexed up to here. */
  readonly cursor: number
  /** The last event that was indexed: where the log has another there, it is another log. */
  readonly markSeq: number
  readonly markAt: number
}

/** A place that matches. */
export interface Hit {
  readonly id: number
  readonly sessionId: SessionId
  readonly source: number
  readonly first: number
  readonly seq: number
  readonly start: number
  readonly type: FoundType
}

interface Scope {
  readonly session?: SessionId | undefined
  readonly project?: string | undefined
  readonly types: readonly FoundType[]
}

interface Asked {
  readonly match: string
  readonly before: number
  readonly limit: number
}

/** Ids grow with time: so many a millisecond before they run ahead of it. */
const IDS_PER_MS = 16
/** What one step of a purge rewrites, in pages. */
const PURGED_PAGES = 200
const FREED_PAGES = 1_000

/** The index itself, and all that is asked of it in SQL. */
export class IndexFile implements Disposable {
  readonly #db: Db
  readonly #sql
  readonly #write
  #purge: 'none' | 'begin' | 'merge' | 'shrink'

  constructor(dataDir: string) {
    this.#db = openIndex(dataDir)
    this.#sql = prepare(this.#db)
    this.#write = this.#db.transaction((work: () => void) => work())
    this.#purge = this.#sql.unpurged.get() === undefined ? 'none' : 'begin'
  }

  sources(): readonly Source[] {
    return this.#sql.sources.all()
  }

  find(id: SessionId): Source | undefined {
    return this.#sql.source.get(id)
  }

  leftOpen(source: number): LeftOpen {
    return { pieces: this.#sql.pieces.all(source), unheard: this.#sql.unheard.all(source) }
  }

  agentName(source: number, agentId: string): string | undefined {
    return this.#sql.agent.get(source, agentId)
  }

  /** All or none of it. */
  transact(work: () => void): void {
    this.#write.immediate(work)
  }

  /** Only in `transact`. */
  begin(id: SessionId): Source {
    this.#sql.begin.run(id)
    const source = this.find(id)
    if (!source) throw new Error(`the session ${id} was begun`)
    return source
  }

  /** Only in `transact`. The texts of several sessions go in together, in the order of their ids. */
  write(
    batches: readonly {
      readonly batch: Batch
      readonly source: Source
      readonly project: string
    }[],
  ): void {
    const rows = batches.flatMap(({ batch, source, project }) => {
      this.#note(batch, source)
      const scope = `s${source.id} ${projectWord(project)}`
      const grown = batch.grown.map((piece) => {
        if (piece.entry !== undefined) this.#remove(piece.entry)
        const entry = { ...piece, start: 0, text: visibleText(piece.type, piece.text) }
        return { source: source.id, scope, entry, piece }
      })
      return [
        ...batch.entries.map((entry) => ({ source: source.id, scope, entry, piece: undefined })),
        ...grown,
      ]
    })
    let lastId = 0
    for (const { source, scope, entry, piece } of rows.sort((a, b) => a.entry.at - b.entry.at)) {
      lastId = this.#freeId(Math.max(Math.floor(entry.at * IDS_PER_MS), lastId + 1))
      this.#add(lastId, { source, scope, entry })
      if (piece) this.#sql.keepPiece.run({ ...piece, source, entry: lastId })
    }
  }

  /** All but the texts. */
  #note({ replaced, ended, unheard, agents }: Batch, source: Source): void {
    for (const id of replaced) this.#remove(id)
    for (const piece of ended) this.#sql.endPiece.run(source.id, piece.spanId, piece.type)
    for (const spanId of unheard.begun) this.#sql.keepUnheard.run(source.id, spanId)
    for (const spanId of unheard.ended) this.#sql.endUnheard.run(source.id, spanId)
    for (const { id, name } of agents) this.#sql.addAgent.run(source.id, id, name)
    this.#sql.advance.run(source)
  }

  /** Only in `transact`. What it held can't be found any more; `purgeSome` takes it from the file. */
  forget({ id }: Source): void {
    for (const entry of this.#sql.entriesOf.all(`{scope} : "s${id}"`)) this.#remove(entry)
    this.#sql.forgetPieces.run(id)
    this.#sql.forgetUnheard.run(id)
    this.#sql.forgetAgents.run(id)
    this.#sql.forget.run(id)
    this.#sql.owePurge.run()
    this.#purge = 'begin'
  }

  /** Takes some of what was deleted from the file; answers whether there is more of it. */
  purgeSome(): boolean {
    switch (this.#purge) {
      case 'none':
        return false
      case 'begin':
        this.#sql.merge.run(-PURGED_PAGES)
        this.#purge = 'merge'
        return true
      case 'merge':
        if (!this.#mergeSome()) this.#purge = 'shrink'
        return true
      case 'shrink':
        if (this.#shrink()) return true
        this.#sql.purged.run()
        this.#db.pragma('wal_checkpoint(TRUNCATE)')
        this.#purge = 'none'
        return false
    }
  }

  /** Newest first. */
  match({ match, before, limit }: Asked): readonly Hit[] {
    return this.#sql.match.all(match, before, limit)
  }

  /** As FTS5 reads it; `undefined`: nothing of it is in the index. */
  scopeOf({ session, project, types }: Scope): string | undefined {
    const source = session && this.find(session)
    if (session && !source) return undefined
    const typed = types.map((type) => `"${typeWord(type)}"`).join(' OR ')
    const parts = [
      ...(source ? [`"s${source.id}"`] : []),
      ...(project ? [`"${projectWord(project)}"`] : []),
      ...(typed ? [`(${typed})`] : []),
    ]
    return parts.length > 0 ? ` AND {scope} : (${parts.join(' AND ')})` : ''
  }

  #add(
    id: number,
    row: { readonly source: number; readonly scope: string; readonly entry: NewEntry },
  ): void {
    const { first, seq, start, type, text } = row.entry
    this.#sql.addEntry.run(id, row.source, first, seq, start, type)
    this.#sql.addWords.run(id, toIndexed(text), `${row.scope} ${typeWord(type)}`)
  }

  #remove(id: number): void {
    this.#sql.removeWords.run(id)
    this.#sql.removeEntry.run(id)
  }

  #freeId(wanted: number): number {
    let id = wanted
    while (this.#sql.hasEntry.get(id) !== undefined) id += 1
    return id
  }

  #mergeSome(): boolean {
    const before = this.#sql.changes.get() ?? 0
    this.#sql.merge.run(PURGED_PAGES)
    return (this.#sql.changes.get() ?? 0) - before >= 2
  }

  /** Gives pages back to the disk. */
  #shrink(): boolean {
    const before = Number(this.#db.pragma('freelist_count', { simple: true }))
    this.#db.exec(`PRAGMA incremental_vacuum(${FREED_PAGES})`)
    const after = Number(this.#db.pragma('freelist_count', { simple: true }))
    return after > 0 && after < before
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }
}

function typeWord(type: FoundType): string {
  return `t${type}`
}

/** An id is one word of the index. */
function projectWord(project: string): string {
  return `p${Buffer.from(project).toString('hex')}`
}

function prepare(db: Db) {
  const source = `SELECT id, session_id AS sessionId, cursor, mark_seq AS markSeq, mark_at AS markAt
    FROM source`
  return {
    sources: db.prepare<[], Source>(source),
    source: db.prepare<[string], Source>(`${source} WHERE session_id = ?`),
    begin: db.prepare(
      `INSERT OR IGNORE INTO source (session_id, cursor, mark_seq, mark_at) VALUES (?, 0, 0, 0)`,
    ),
    advance: db.prepare<[Source]>(
      `UPDATE source SET cursor = @cursor, mark_seq = @markSeq, mark_at = @markAt WHERE id = @id`,
    ),
    forget: db.prepare('DELETE FROM source WHERE id = ?'),
    pieces: db.prepare<[number], OpenPiece>(
      'SELECT span_id AS spanId, type, entry, first, text FROM piece WHERE source = ?',
    ),
    keepPiece: db.prepare(
      `INSERT OR REPLACE INTO piece (source, span_id, type, entry, first, text)
       VALUES (@source, @spanId, @type, @entry, @first, @text)`,
    ),
    endPiece: db.prepare('DELETE FROM piece WHERE source = ? AND span_id = ? AND type = ?'),
    forgetPieces: db.prepare('DELETE FROM piece WHERE source = ?'),
    unheard: db.prepare<[number], SpanId>('SELECT span_id FROM unheard WHERE source = ?').pluck(),
    keepUnheard: db.prepare('INSERT OR IGNORE INTO unheard VALUES (?, ?)'),
    endUnheard: db.prepare('DELETE FROM unheard WHERE source = ? AND span_id = ?'),
    forgetUnheard: db.prepare('DELETE FROM unheard WHERE source = ?'),
    agent: db
      .prepare<[number, string], string>('SELECT name FROM agent WHERE source = ? AND id = ?')
      .pluck(),
    addAgent: db.prepare('INSERT OR REPLACE INTO agent VALUES (?, ?, ?)'),
    forgetAgents: db.prepare('DELETE FROM agent WHERE source = ?'),
    hasEntry: db.prepare<[number], number>('SELECT 1 FROM entry WHERE id = ?').pluck(),
    addEntry: db.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)'),
    removeEntry: db.prepare('DELETE FROM entry WHERE id = ?'),
    entriesOf: db.prepare<[string], number>('SELECT rowid FROM words WHERE words MATCH ?').pluck(),
    addWords: db.prepare('INSERT INTO words (rowid, text, scope) VALUES (?, ?, ?)'),
    removeWords: db.prepare('DELETE FROM words WHERE rowid = ?'),
    match: db.prepare<[string, number, number], Hit>(
      `WITH hit AS MATERIALIZED (
         SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
       )
       SELECT entry.id, session_id AS sessionId, source, first, seq, start, type
       FROM hit JOIN entry ON entry.id = hit.id JOIN source ON source.id = entry.source
       ORDER BY entry.id DESC`,
    ),
    owePurge: db.prepare(`INSERT OR IGNORE INTO unpurged VALUES ('deleted')`),
    unpurged: db.prepare<[], string>('SELECT reason FROM unpurged').pluck(),
    purged: db.prepare('DELETE FROM unpurged'),
    merge: db.prepare(`INSERT INTO words (words, rank) VALUES ('merge', ?)`),
    changes: db.prepare<[], number>('SELECT total_changes()').pluck(),
  }
}
